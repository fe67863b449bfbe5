import { readFileSync } from 'node:fs';
import { createEngine, type Dictionary, type DocumentInput, type Finding, type Guide } from '../../../src/index.js';

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));

export const GUIDE_837P = read('guides/837P-005010X222A1.json') as Guide; // the shipped guide, checked by its own tests
export const DICTIONARIES = [read('guides/dictionary-005010.json') as Dictionary];

const BILLING = '/detail/billing_provider_hierarchical_level_HL_loop/0';
const SUBSCRIBER = `${BILLING}/subscriber_hierarchical_level_HL_loop/0`;
const CLAIM = `${SUBSCRIBER}/claim_information_CLM_loop/0`;

/** Places of the sound claim, by short names. */
export const AT = {
  bht: '/heading/beginning_of_hierarchical_transaction_BHT',
  contact: '/heading/submitter_name_NM1_loop/submitter_edi_contact_information_PER',
  billing: `${BILLING}/billing_provider_name_NM1_loop`,
  subscriber: SUBSCRIBER,
  claim: CLAIM,
  clm: `${CLAIM}/claim_information_CLM`,
  line: `${CLAIM}/service_line_number_LX_loop/0`,
} as const;

type Data = Record<string, unknown>;

/** A sound claim with one thing changed; a change of `undefined` takes it out. */
export function spoiltClaim(pointer: string, change: unknown, key?: string): Data {
  const golden = read('fixtures/claim-837p/expected.json') as DocumentInput; // a golden document of the reader
  const data = golden.interchanges[0]?.groups?.[0]?.transactions[0]?.data as Data; // which is an object
  const keys = pointer.split('/').slice(1);
  const last = keys.pop() ?? '';
  const parent = keys.reduce<Data>((node, name) => node[name] as Data, data); // a pointer into the sound claim
  const value = parent[last];
  if (change === undefined || key !== undefined) delete parent[last];
  if (key !== undefined) parent[key] = value;
  else if (change !== undefined) parent[last] = change;
  return data;
}

/** What writing a claim finds. */
export function findingsOf(data: unknown): readonly Finding[] {
  const engine = createEngine({ guides: [GUIDE_837P], dictionaries: DICTIONARIES, clock: () => Date.UTC(2026, 3, 1) });
  const header = { senderQualifier: 'ZZ', senderId: 'CLINIC01', receiverQualifier: 'ZZ', receiverId: 'PAYER01' };
  const group = {
    header: { applicationSenderCode: 'CLINIC01', applicationReceiverCode: 'PAYER01' },
    transactions: [{ guide: '837P-005010X222A1', data }],
  };
  return engine.generate({ interchanges: [{ header, groups: [group] }] }, { findings: 'report' }).findings;
}
