import { requireHeader, requireParties } from '../envelope/complete-headers.js';
import type { ControlNumbers } from '../envelope/control-numbers.js';
import type { GroupHeaderInput, InterchangeHeader, InterchangeHeaderInput } from '../envelope/headers.js';
import type { DocumentInput, GroupInput, InterchangeInput } from './document.js';
import { visitItems } from './document-items.js';

export interface NumberingOptions {
  /** Numbers what has numbers already, too: a document that was read, to be sent as one's own. Default false. */
  readonly renumber?: boolean | undefined;
  /** Test and production (ISA15) count apart. Default false. */
  readonly separateUsage?: boolean | undefined;
  /** Groups of each GS01 count apart. Default false. */
  readonly separateFunctions?: boolean | undefined;
  /** GS06 repeats ISA13, in an interchange of one group. Default false. */
  readonly groupAsInterchange?: boolean | undefined;
}

/** What the guide of a group's first set knows of it. */
export type FunctionOf = (group: GroupInput) => string | undefined;

/**
 * The document with ISA13 and GS06 taken from the counters of its ids. A number is spent here, whatever
 * becomes of the document; so number it once, and keep what is given back: whoever writes it again sends the same numbers.
 * @throws X12Error `X12_DOCUMENT_INVALID`, and what the counters throw.
 */
export async function numberDocument(
  document: DocumentInput,
  numbers: ControlNumbers,
  functionOf: FunctionOf,
  options: NumberingOptions = {},
): Promise<DocumentInput> {
  // What is no document must not cost a number.
  visitItems(document, (item) => {
    if (item.kind === 'interchange' || (item.kind === 'group' && item.header !== undefined))
      requireHeader(item.kind, item.header);
    if (item.kind === 'interchange') requireParties(item.header);
  });
  const interchanges: InterchangeInput[] = [];
  for (const interchange of document.interchanges) {
    interchanges.push(await numberInterchange(interchange, numbers, functionOf, options));
  }
  return { ...document, interchanges };
}

async function numberInterchange(
  interchange: InterchangeInput,
  numbers: ControlNumbers,
  functionOf: FunctionOf,
  options: NumberingOptions,
): Promise<InterchangeInput> {
  const pair = pairOf(interchange.header, options);
  const isOpen = (header: { readonly controlNumber?: unknown } = {}): boolean =>
    options.renumber === true || header.controlNumber === undefined;
  const header = isOpen(interchange.header)
    ? { ...interchange.header, controlNumber: await numbers.next({ kind: 'interchange', ...pair }) }
    : interchange.header;
  if (interchange.groups === undefined) return { ...interchange, header };
  const repeats = options.groupAsInterchange === true && interchange.groups.length === 1;
  const groups: GroupInput[] = [];
  for (const group of interchange.groups) {
    const scope = { kind: 'group', ...pair, ...codesOf(group, interchange.header, functionOf, options) } as const;
    // An ISA13 that is no number is a fault of the document, which writing reports.
    const repeated = repeats ? Number(header.controlNumber) : Number.NaN;
    const controlNumber = Number.isNaN(repeated) ? undefined : repeated;
    groups.push(
      isOpen(group.header)
        ? { ...group, header: { ...group.header, controlNumber: controlNumber ?? (await numbers.next(scope)) } }
        : group,
    );
  }
  return { ...interchange, header, groups };
}

function pairOf(header: InterchangeHeaderInput, { separateUsage }: NumberingOptions) {
  const { senderQualifier, senderId, receiverQualifier, receiverId } = header;
  const pair = { senderQualifier, senderId, receiverQualifier, receiverId };
  return separateUsage === true ? { ...pair, usage: usageOf(header) } : pair;
}

function usageOf({
  usageIndicatorCode: usage,
}: Pick<Partial<InterchangeHeader>, 'usageIndicatorCode'>): 'I' | 'P' | 'T' {
  return usage === 'T' || usage === 'I' ? usage : 'P';
}

// As writing completes them: GS02 and GS03 by the ids of the interchange.
function codesOf(
  group: GroupInput,
  interchange: InterchangeHeaderInput,
  functionOf: FunctionOf,
  { separateFunctions }: NumberingOptions,
) {
  const header: GroupHeaderInput = group.header ?? {};
  const codes = {
    applicationSenderCode: header.applicationSenderCode ?? interchange.senderId,
    applicationReceiverCode: header.applicationReceiverCode ?? interchange.receiverId,
  };
  if (separateFunctions !== true) return codes;
  return { ...codes, functionalIdentifierCode: header.functionalIdentifierCode ?? functionOf(group) };
}
