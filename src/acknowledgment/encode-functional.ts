import { requireForm } from '../model/check-options.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { ACKNOWLEDGMENT_FORMS, type AcknowledgmentGuide } from './acknowledgment-forms.js';
import { distinctCodes } from './code-tables.js';
import { type Encoding, encodeNotes } from './encode-notes.js';
import { segmentJson } from './encode-segment.js';
import {
  type FunctionalAcknowledgment,
  MOST_CODES,
  MOST_SETS,
  type TransactionAcknowledgment,
} from './functional-acknowledgment.js';
import { isPlainText, type LegalText, legalCut } from './legal-text.js';

export interface EncodeFunctionalOptions {
  readonly guide: AcknowledgmentGuide;
  /** Write IK404/AK404, a copy of the bad value, where the findings have one. Default false: it may be patient data. */
  readonly badValues?: boolean | undefined;
  /** Default: printable ASCII without the default delimiters. */
  readonly legal?: LegalText | undefined;
}

/**
 * The guide JSON of one 999 or 997; ST and SE are left to whoever writes it. The result keeps its guide whatever it is
 * given: a finding or set that has no legal place is left out, and where the guide demands something of the group that
 * cannot be repeated, zeros stand.
 */
export function encodeFunctional(
  acknowledgment: FunctionalAcknowledgment,
  options: EncodeFunctionalOptions,
): JsonObject {
  requireForm('encodeFunctional', 'acknowledgment', acknowledgment, 'object');
  requireForm('encodeFunctional', 'options', options, 'object');
  requireForm('encodeFunctional', 'transactions', acknowledgment.transactions, 'list');
  requireForm('encodeFunctional', 'guide', options.guide, { values: Object.keys(ACKNOWLEDGMENT_FORMS) });
  const { guide, badValues = false, legal = isPlainText } = options;
  const form = ACKNOWLEDGMENT_FORMS[guide];
  const encoding: Encoding = { form, badValues, legal };
  const sets = acknowledgment.transactions.flatMap((set) => encodeSet(set, encoding));
  const heading: JsonObject = { [form.group.key]: groupHeader(acknowledgment, encoding) };
  if (sets.length > 0) heading[form.setLoop] = sets.slice(0, MOST_SETS);
  heading[form.groupEnd.key] = segmentJson(form.groupEnd, [
    acknowledgment.verdict,
    count(acknowledgment.included),
    count(acknowledgment.received),
    count(acknowledgment.accepted),
    ...distinctCodes(acknowledgment.codes, form.codes.group, MOST_CODES),
  ]);
  return { heading };
}

function groupHeader(acknowledgment: FunctionalAcknowledgment, { form, legal }: Encoding): JsonObject {
  const { functionalIdentifierCode: id, controlNumber } = acknowledgment;
  // RFI 1438 says of ST03, and the same holds for GS08: repeated as received, even if wrong, when it is legal.
  const release = form.references ? legalCut(acknowledgment.release, 12, legal) : undefined;
  return segmentJson(form.group, [
    isCode(id, 2) && legal(id) ? id : '00',
    /^[0-9]{1,9}$/.test(controlNumber) ? exact(controlNumber) : 0,
    release ?? (form.kind === '999' ? '000000' : undefined),
  ]);
}

// RFI 1339: an ST so bad that AK2 cannot repeat it leaves no AK2; the group says so.
function encodeSet(set: TransactionAcknowledgment, encoding: Encoding): readonly JsonObject[] {
  const { form, legal } = encoding;
  const controlNumber = legalCut(set.controlNumber, 9, legal);
  if (!isCode(set.transactionSet, 3) || !legal(set.transactionSet)) return [];
  if (controlNumber !== set.controlNumber || [...controlNumber].length < 4) return [];
  const implementation = form.references ? legalCut(set.implementation, 35, legal) : undefined;
  const notes = encodeNotes(set.findings, encoding);
  return [
    {
      [form.set.key]: segmentJson(form.set, [set.transactionSet, controlNumber, implementation]),
      ...(notes.length > 0 ? { [form.noteLoop]: notes } : {}),
      [form.setEnd.key]: segmentJson(form.setEnd, [
        set.verdict,
        ...distinctCodes(set.codes, form.codes.transaction, MOST_CODES),
      ]),
    },
  ];
}

function isCode(text: string, length: number): boolean {
  return text.length === length && /^[A-Z0-9]+$/.test(text);
}

// A number where that says the same as the digits (DECISIONS A1).
function exact(digits: string): JsonValue {
  return String(Number(digits)) === digits ? Number(digits) : digits;
}

function count(sets: number): number {
  return sets > 0 ? Math.min(Math.trunc(sets), MOST_SETS) : 0;
}
