import { typeOfLines } from 'ediloom/claims';
import { isObject } from '../../json.js';
import type { Run } from '../services.js';
import type { ClaimInput, JsonClaim, PlacedError, ReadClaim, X12Claim } from './claim.js';
import { warningsOf } from './claim-answer.js';
import type { ClaimEngine } from './claim-engines.js';
import { heavyWork } from './heavy-work.js';
import { onlyClaim } from './only-claim.js';
import { ofOtherType, wrongForm, wrongX12 } from './refusals.js';

const LINES = '/claimInformation/serviceLines';

/** Reads a claim and judges it by all rules of its type. @throws Problem `invalid` with all that is wrong with its form. */
export function readClaim(run: Run, codecs: ClaimEngine, input: ClaimInput): Promise<ReadClaim> {
  return input.source === 'json' ? readJson(run, codecs, input) : readX12(run, codecs, input);
}

async function readJson(
  run: Run,
  { claims }: ClaimEngine,
  { type, request: given, placeFor }: JsonClaim,
): Promise<ReadClaim> {
  const now = run.services.clock.now();
  const { request, problems, errors, warnings } = await heavyWork(run, given, () =>
    claims.check(given, { now, attachmentNumber: noFile }),
  );
  if (request === undefined) {
    // All that it lacks of this type would be told in place of that.
    const other = typeOfLines(given) ?? type;
    if (other !== type) throw wrongForm([{ path: LINES, message: ofOtherType(other, placeFor) }]);
    const faults = problems.map(({ pointer, rule, text }) => ({ path: pointer, message: text, rule }));
    throw wrongForm(faults, warningsOf(warnings));
  }
  const { usageIndicator, controlNumber } = isObject(given) ? given : {};
  return {
    ...{ type, source: 'json', request, warnings },
    payerId: textIn(request.tradingPartnerServiceId) ?? '',
    errors: errors.map(({ pointer, ...error }): PlacedError => ({ ...error, location: pointer })),
    usage: textIn(usageIndicator)?.trim(),
    controlNumber: textIn(controlNumber),
  };
}

async function readX12(run: Run, codecs: ClaimEngine, input: X12Claim): Promise<ReadClaim> {
  const { interchange, set } = await onlyClaim(run, codecs, input);
  const now = run.services.clock.now();
  const judged = await heavyWork(run, set.data, () => codecs.claims.judge(set.data, { now }));
  const [claim, ...others] = judged;
  if (claim === undefined) throw wrongX12([{ place: '2300', message: 'It has no claim: loop 2300 is missing.' }]);
  if (others.length > 0) throw wrongX12([{ place: '2300', message: 'It has several claims: send each by itself.' }]);
  const { normal: request, errors, warnings, ...found } = claim;
  const { senderQualifier: qualifier, senderId, usageIndicatorCode, controlNumber } = interchange.header;
  return {
    ...{ type: input.type, source: 'raw-x12', request, controlNumber },
    payerId: textIn(request.tradingPartnerServiceId) ?? '',
    errors: errors.map(({ pointer, element, ...error }): PlacedError => ({ ...error, location: element ?? pointer })),
    warnings,
    usage: usageIndicatorCode,
    raw: { set, found, sender: { qualifier, id: senderId } },
  };
}

/** Files of attachments cannot be uploaded yet: a claim that names one names one that there is not. */
const noFile = (): undefined => undefined;

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
