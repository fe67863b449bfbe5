import type { Static } from 'typebox';
import Type from 'typebox';
import { invalid } from '../../problems.js';
import type { OutboundRequest, InterchangeOverrides as Overrides } from './outbound-request.js';
import { type InterchangeOverrides, type RepairOptions, WritingOptions } from './request-schemas.js';

const Options = Type.Object(WritingOptions);
type GivenOverrides = Static<typeof InterchangeOverrides>;

/** The options of an interchange as the pipeline takes them, from any of the bodies that have them. */
export function writingOptions(
  body: Static<typeof Options>,
  overrides: GivenOverrides | undefined,
): Pick<OutboundRequest, 'filename' | 'overrides' | 'authorization' | 'characterSet' | 'repairs'> {
  return {
    filename: body.filename,
    overrides: overrides === undefined ? undefined : overridesOf(overrides),
    authorization: body.interchangeAuthorization,
    characterSet: body.characterSet,
    repairs: body.repairOptions === undefined ? undefined : repairsOf(body.repairOptions),
  };
}

function repairsOf(options: Static<typeof RepairOptions>): OutboundRequest['repairs'] {
  const { replaceCanonicalDelimitersConflicts, replaceStediCanonicalDelimitersConflicts, ...repairs } = options;
  const replaceDelimiterConflicts =
    repairs.replaceDelimiterConflicts ??
    replaceCanonicalDelimitersConflicts ??
    replaceStediCanonicalDelimitersConflicts ??
    false;
  return { ...repairs, replaceDelimiterConflicts };
}

function overridesOf({ delimiters, ...overrides }: GivenOverrides): Overrides {
  return {
    usageIndicator: overrides.interchangeUsageIndicator,
    acknowledgmentRequestedCode: overrides.acknowledgmentRequestedCode,
    controlVersionNumber: overrides.interchangeControlVersionNumberCode,
    delimiters: delimiters === undefined ? undefined : delimitersOf(delimiters),
  };
}

function delimitersOf({ element, composite, repetition, segment }: NonNullable<GivenOverrides['delimiters']>) {
  if (new Set([element, composite, repetition, segment]).size === 4) {
    return { element, component: composite, repetition, segment };
  }
  throw invalid('The four delimiters must be four different characters.', {
    code: 'VALIDATION_FAILED',
    errors: [{ message: 'Two delimiters are the same.', path: '/overrides/delimiters' }],
  });
}
