import { readFileSync } from 'node:fs';
import { normalise } from '../../../src/claims/prepare-claim.js';
import {
  type ClaimReportCodec,
  createClaimReportCodec,
  type WrittenReport,
} from '../../../src/claims/report/report-codec.js';
import { loadGuide } from '../../../src/guides/catalogue.js';
import { createEngine } from '../../../src/index.js';
import type { JsonObject } from '../../../src/model/json.js';

export const guide = await loadGuide('277CA-005010X214');
export const engine = createEngine({ guides: [guide] });
export const codec: ClaimReportCodec = createClaimReportCodec(guide);

const FOLDER = new URL('../../../fixtures/claims/', import.meta.url);

export function readFixture(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

/** The professional example in normal form. */
export function exampleRequest(): JsonObject {
  return normalise('professional', JSON.parse(readFixture('p1-subscriber.json')));
}

type Transaction = WrittenReport['transaction'];

/** A document of one set, for `engine.generate`. */
export function documentOf(transaction: Transaction) {
  const controlNumber = 9;
  const header = {
    ...{ senderQualifier: 'ZZ', senderId: 'EDILOOM', receiverQualifier: 'ZZ', receiverId: 'EDILOOMTEST' },
    ...{ usageIndicatorCode: 'T', date: '2026-03-01', time: '0915', controlNumber },
  } as const;
  const group = { header: { date: '2026-03-01', time: '091500', controlNumber }, transactions: [transaction] };
  const delimiters = { element: '*', component: ':', repetition: '^', segment: '~' };
  return { interchanges: [{ header, delimiters, newline: '\n' as const, groups: [group] }] };
}

/** The bytes of one set, as text, with a line for each segment; refused when anything is wrong with it. */
export function generated(transaction: Transaction): string {
  return new TextDecoder().decode(engine.generate(documentOf(transaction)).bytes);
}

/** A set between envelopes, from its segments behind ST. Segments may stand on lines of their own. */
export function setOf(segments: string): string {
  const body = segments
    .split('~')
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '');
  const all = ['ST*277*0001*005010X214', ...body, `SE*${body.length + 2}*0001`];
  return [
    'ISA*00*          *00*          *ZZ*NORTHHEALTH    *ZZ*EDILOOMTEST    *260302*1030*^*00501*000000077*0*T*:',
    'GS*HN*NORTHHEALTH*EDILOOMTEST*20260302*1030*77*X*005010X214',
    ...all,
    'GE*1*77',
    'IEA*1*000000077',
    '',
  ].join('~\n');
}

/** Guide JSON of the first set, and everything that was found wrong. */
export async function parsed(x12: string) {
  const { interchanges, findings } = await engine.parse(Buffer.from(x12));
  const groups = interchanges.flatMap((interchange) => interchange.groups);
  const sets = groups.flatMap(({ transactions }) => transactions);
  const all = [{ findings }, ...interchanges, ...groups, ...sets].flatMap((part) => part.findings);
  return { data: sets[0]?.data as JsonObject, findings: all };
}
