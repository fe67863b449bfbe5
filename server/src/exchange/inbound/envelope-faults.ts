import type { InterchangeHeader } from 'ediloom';
import type { LoosePlace, OutlinedInterchange } from '../../reading/reader.js';
import { type InboundMode, inboundMode } from '../../resources/inbound/usage.js';
import { faultAt, type InboundFault } from './inbound-fault.js';

/** What an ISA must say, so that it is known whose the interchange is. */
const IDS = [
  ['senderQualifier', 'MISSING_SENDER_QUALIFIER', 'its ISA05, the qualifier of its sender, is empty'],
  ['senderId', 'MISSING_SENDER_ID', 'its ISA06, the id of its sender, is empty'],
  ['receiverQualifier', 'MISSING_RECEIVER_QUALIFIER', 'its ISA07, the qualifier of its receiver, is empty'],
  ['receiverId', 'MISSING_RECEIVER_ID', 'its ISA08, the id of its receiver, is empty'],
] as const satisfies readonly (readonly [keyof InterchangeHeader, InboundFault['code'], string])[];

/** Why nobody can be found, or nothing be read by, for an interchange as its envelopes are: then it waits for somebody, unanswered. */
export function missingIds(place: number, { header, groups }: OutlinedInterchange): readonly InboundFault[] {
  const at = { interchange: place };
  const faults: InboundFault[] = IDS.flatMap(([member, code, text]) =>
    header[member].trim() === ''
      ? [faultAt(at, code, { text: `${text}. Ask the partner to send it anew, or assign it to a partnership.` })]
      : [],
  );
  for (const [index, { header: group }] of groups.entries()) {
    if (group === undefined || group.release.trim() !== '') continue;
    const text =
      'GS08, its release, is empty, so that no transaction setting can be found. Ask the partner to send it anew.';
    faults.push(faultAt({ ...at, group: index + 1 }, 'MISSING_FUNCTIONAL_GROUP_RELEASE', { text }));
  }
  return faults;
}

/** What is empty in an envelope and is answered by an acknowledgment that rejects it: told beside what was rejected. */
export function emptyParts(place: number, { header, groups, acknowledgments }: OutlinedInterchange): InboundFault[] {
  const faults: InboundFault[] = [];
  const tell = (code: InboundFault['code'], text: string, group?: number): void => {
    faults.push(faultAt({ interchange: place, group }, code, { text }));
  };
  if (!/\d/.test(header.controlNumber)) {
    const text = 'it has no ISA13, its control number. Ask the partner to number interchanges from 1.';
    tell('MISSING_INTERCHANGE_CONTROL_NUMBER', text);
  }
  if (groups.length === 0 && acknowledgments.length === 0) {
    tell('NO_FUNCTIONAL_GROUPS', 'it has neither a functional group nor a TA1. Ask the partner what was to be in it.');
  }
  for (const [index, { header: group, transactions, unnumbered }] of groups.entries()) {
    if (group !== undefined && group.controlNumber.trim() === '') {
      const text = 'it has no GS06, its control number. Ask the partner to number groups.';
      tell('MISSING_FUNCTIONAL_GROUP_CONTROL_NUMBER', text, index + 1);
    }
    if (transactions === 0) {
      tell('NO_TRANSACTION_SETS', 'it has no transaction set. Ask the partner what was to be in it.', index + 1);
    }
    if (unnumbered === true) {
      const text = 'a transaction set has no ST02, its control number. Ask the partner to number transaction sets.';
      tell('MISSING_TRANSACTION_SET_CONTROL_NUMBER', text, index + 1);
    }
  }
  return faults;
}

/** What is in the file and in none of its interchanges, so that nobody has processed it: perhaps one whose ISA was damaged on the way. */
export function looseFaults(loose: readonly LoosePlace[]): readonly InboundFault[] {
  return loose.map(({ offset, length }) => ({
    code: 'FAILED_TO_PARSE',
    message: `Bytes ${offset + 1} to ${offset + length} of the file stand in no interchange, and were not processed. If they are one whose ISA cannot be read, ask the partner to send it anew; else, to leave them out.`,
  }));
}

/** What ISA15 makes of an interchange, and why it cannot be taken so. @param isTestConnection what comes over the connection is for tests. */
export function modeOfInterchange(
  place: number,
  { usageIndicatorCode }: InterchangeHeader,
  isTestConnection: boolean,
): { readonly mode: InboundMode | undefined; readonly faults: readonly InboundFault[] } {
  const mode = inboundMode(usageIndicatorCode, isTestConnection);
  const fault = (code: InboundFault['code'], text: string) => faultAt({ interchange: place }, code, { text });
  if (mode === undefined) {
    const text =
      'its ISA15 is none of P, T and I, so that nobody knows whether it is a test. Ask the partner to send it anew.';
    return { mode, faults: [fault('NO_USAGE_INDICATOR_CODE', text)] };
  }
  if (isTestConnection && mode.mode !== 'test') {
    const text =
      'it is for production (ISA15), and the connection is for tests. Ask the partner to send it over the connection for production.';
    return { mode, faults: [fault('NOT_SUPPORTED', text)] };
  }
  return { mode, faults: [] };
}
