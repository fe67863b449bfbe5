import type {
  FunctionalAcknowledgment,
  TransactionAcknowledgment,
} from '../../src/acknowledgment/functional-acknowledgment.js';
import type { Finding } from '../../src/model/finding.js';
import { type FindingExtras, finding } from '../../src/model/finding.js';
import type { JsonObject } from '../../src/model/json.js';
import type { Position } from '../../src/model/position.js';
import type { Reason } from '../../src/model/reasons.js';
import { fullEngine } from '../engine/guides.js';

export const engine = fullEngine();
/** The delimiters of most partners, which the examples are written in. */
const DELIMITERS = { element: '*', component: ':', repetition: '^', segment: '~' };
const MOMENT = { date: '2026-04-01', time: '09:31' };

export function functional(more: Partial<FunctionalAcknowledgment> = {}): FunctionalAcknowledgment {
  return {
    kind: '999',
    functionalIdentifierCode: 'HS',
    controlNumber: '71',
    release: '005010X279A1',
    verdict: 'A',
    codes: [],
    included: 1,
    received: 1,
    accepted: 1,
    transactions: [],
    ...more,
  };
}

export function set(controlNumber: string, more: Partial<TransactionAcknowledgment> = {}): TransactionAcknowledgment {
  return {
    transactionSet: '270',
    controlNumber,
    implementation: '005010X279A1',
    verdict: 'A',
    codes: [],
    findings: [],
    ...more,
  };
}

/** A finding at a place of the set. */
export function found(reason: Reason, at: Omit<Position, 'interchange'>, extras: FindingExtras = {}): Finding {
  return finding(reason, { interchange: 1, ...at }, extras);
}

/** The bytes of an interchange with one acknowledgment in it. */
export function written(guide: string, data: JsonObject, controlNumber = '0001'): Uint8Array {
  const transactionSet = guide.slice(0, 3);
  const transaction = { guide, header: { transactionSet, controlNumber }, data };
  const ids = { senderQualifier: 'ZZ', senderId: 'PAYER01', receiverQualifier: 'ZZ', receiverId: 'CLINIC01' };
  const document = {
    interchanges: [
      {
        delimiters: DELIMITERS,
        newline: '\n' as const,
        header: { ...ids, ...MOMENT },
        groups: [{ header: MOMENT, transactions: [transaction] }],
      },
    ],
  };
  return engine.generate(document, { findings: 'report' }).bytes;
}

/** The segments of the set, ST and SE included, a line each. */
export function setText(bytes: Uint8Array): string {
  const lines = new TextDecoder().decode(bytes).split('\n');
  return lines.slice(2, -3).join('\n');
}

/** Guide JSON as it comes back from X12, without what frames it. */
export async function readBack(bytes: Uint8Array): Promise<JsonObject> {
  const [transaction] = (await engine.parse(bytes)).interchanges[0]?.groups[0]?.transactions ?? [];
  if (transaction === undefined) throw new Error('one set was written');
  const { heading } = structuredClone(transaction.data) as { heading: JsonObject }; // both guides have one section
  delete heading.transaction_set_header_ST;
  delete heading.transaction_set_trailer_SE;
  return { heading };
}
