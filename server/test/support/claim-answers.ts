import { onTestFinished } from 'vitest';
import { envelopeMoment } from '../../src/clock.js';
import { createClaimAnswerJob } from '../../src/exchange/claim-answers/answer-job.js';
import { CLAIM_ANSWER, takeClaimAnswer } from '../../src/exchange/claim-answers/take-answer.js';
import type { Services } from '../../src/exchange/services.js';
import { ulid, uuid } from '../../src/ids.js';
import type { Job } from '../../src/jobs/job.js';
import { answerIndexOf, patientIndexOf } from '../../src/resources/claims/claim-indexes.js';
import { historyOf, insertClaims } from '../../src/resources/claims/rows.js';
import { type Partner, UNKNOWN_PARTNER } from '../../src/resources/claims/speaker.js';
import { AccountQueries, readRows } from '../../src/store/account-queries.js';
import { addAccount } from './accounts.js';
import { testLog } from './test-log.js';
import { testServices } from './test-services.js';

export const ROUTE_ID = '0197a000-0000-7000-8000-000000000001';

/** A claim as it was sent. */
export interface SentClaim {
  readonly accountId: string;
  readonly id: string;
  readonly trace: string;
  readonly number: string;
  readonly member: string;
  readonly charge: string;
}

export interface PlantedFile {
  readonly id: string;
  readonly interchange: string;
  readonly group: number;
  readonly claims: readonly SentClaim[];
}

export interface AnswersWorld {
  readonly services: Services;
  readonly log: () => string;
  /** Claims of an account in a file, each in a set of its own unless it says otherwise. */
  file(accountId: string, claims: readonly Partial<SentClaim>[], options?: FileOptions): Promise<PlantedFile>;
  /** Takes an answer in and applies it. @param partner who says it; default: nobody knows. */
  answer(x12: string, routeId?: string, partner?: Partner): Promise<void>;
  states(claims: readonly SentClaim[]): Promise<readonly string[]>;
  history(claim: SentClaim): ReturnType<typeof historyOf>;
  unmatched(): Promise<readonly { readonly said: string; readonly kind: string; readonly candidates: string }[]>;
}

interface FileOptions {
  readonly routeId?: string;
  readonly perSet?: number;
  /** Of these claims once more: the same, as the next sending. */
  readonly again?: readonly SentClaim[];
  readonly interchange?: number;
  readonly group?: number;
  /** ISA09 and ISA10, in milliseconds since 1970. Default: the moment that `ta1` names. */
  readonly sentAt?: number;
  /** Who carried it; default: nobody knows. */
  readonly partner?: Partner;
}

const SENT_AT = Date.parse('2026-06-01T12:00:00Z');

let count = 100;

/** Claims that were sent over a route, whose answers come. */
export async function answersWorld(): Promise<AnswersWorld> {
  const lines: string[] = [];
  const log = testLog();
  for (const level of ['info', 'warn', 'error'] as const) {
    log[level] = ((...parts: unknown[]) => void lines.push(JSON.stringify(parts))) as typeof log.info;
  }
  const { services, clock, close } = await testServices({ parts: () => ({ log }) });
  onTestFinished(close);
  clock.advance(Date.parse('2026-06-01T12:00:00Z') - clock.now());
  for (const id of ['operator', 'account-1', 'account-2']) await addAccount(services.store, id);
  const handler = createClaimAnswerJob(services);
  const { store } = services;
  return {
    services,
    log: () => lines.join('\n'),
    file: (accountId, given, options) => plantSentClaims(services, accountId, given, options),
    async answer(x12, routeId = ROUTE_ID, partner = undefined) {
      await takeClaimAnswer(services, {
        ...{ routeId, x12: Buffer.from(x12), source: 'file test', receivedAt: clock.now() + 3_600_000 },
        ...(partner === undefined ? {} : { partner, beside: [routeId] }),
      });
      const jobs = await store.read((db) =>
        db.selectFrom('jobs').selectAll().where('kind', '=', CLAIM_ANSWER).execute(),
      );
      for (const { id, account_id: accountId, payload } of jobs) {
        const job = { id, accountId, payload: JSON.parse(String(payload)) } as Job;
        const outcome = await handler(job, new AbortController().signal);
        await store.write(async (tx) => {
          await outcome.commit?.(new AccountQueries(tx, accountId));
          await tx.deleteFrom('jobs').where('id', '=', id).execute();
        });
      }
    },
    states: (claims) =>
      store.read(async (db) => {
        const rows = await db.selectFrom('claims').select(['id', 'state']).execute();
        const byId = new Map(rows.map(({ id, state }) => [id, state as string]));
        return claims.map(({ id }) => byId.get(id) ?? 'gone');
      }),
    history: (claim) => readRows(store, claim.accountId, (queries) => historyOf(queries, claim.id)),
    unmatched: () =>
      store.read((db) =>
        db
          .selectFrom('unmatched_claim_answers')
          .select(['said', 'kind', 'candidates'])
          .orderBy('created_at')
          .orderBy('place')
          .execute(),
      ),
  };
}

/** Claims of an account in a file that went over a route, each in a set of its own unless it says otherwise. */
export async function plantSentClaims(
  { store, artifacts, realTime, clock }: Pick<Services, 'store' | 'artifacts' | 'realTime' | 'clock'>,
  accountId: string,
  given: readonly Partial<SentClaim>[],
  {
    routeId = ROUTE_ID,
    perSet = 1,
    again,
    interchange,
    group,
    sentAt = SENT_AT,
    partner = UNKNOWN_PARTNER,
  }: FileOptions = {},
): Promise<PlantedFile> {
  const id = uuid();
  const now = clock.now();
  const number = ++count;
  const claims =
    again ??
    given.map(
      (one): SentClaim => ({
        ...{
          accountId,
          id: ulid(clock),
          trace: ulid(clock),
          number: `PCN${++count}`,
          member: 'SHP0012345',
          charge: '185.50',
        },
        ...one,
      }),
    );
  for (const claim of again === undefined ? claims : []) {
    const patientIndex = await patientIndexOf(realTime.patients, accountId, claim.number);
    const answerIndex = await answerIndexOf(realTime.patients, store, {
      ...{ routeId, patientControlNumber: claim.number, charge: claim.charge, memberId: claim.member },
    });
    await store.write((tx) =>
      insertClaims(new AccountQueries(tx, accountId), clock, [
        {
          ...{ id: claim.id, mode: 'production', type: 'professional', source: 'json', payer_id: 'LAKES' },
          ...{ route_id: routeId, state: 'QUEUED', sending: 1, trace_id: claim.trace, patient_index: patientIndex },
          ...{ answer_index: answerIndex, claim_index: null, file_id: id, due_at: null, overdue_since: null },
          ...{ payer_number: null, line_count: 1, created_at: now, updated_at: now, expires_at: null },
        },
      ]),
    );
  }
  const file = { id, interchange: String(interchange ?? number).padStart(9, '0'), group: group ?? number, claims };
  const bytes = await artifacts.prepare(accountId, [
    {
      ...{
        model: 'claim',
        ownerId: id,
        usage: 'output',
        name: 'claims.edi',
        type: 'application/edi-x12',
        sealed: true,
      },
      bytes: Buffer.from(envelopeOf(file.interchange, sentAt)),
    },
  ]);
  await store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    await artifacts.insert(queries, bytes);
    await queries
      .insert('claim_files', {
        ...{ id, route_id: routeId, type: 'professional', state: 'WRITTEN', claim_count: claims.length },
        ...{
          artifact_id: bytes[0]?.id ?? '',
          interchange_number: file.interchange,
          group_number: file.group,
          attempts: 0,
        },
        ...{ failure: null, ...partner, execution_id: null, handing_since: now, sent_at: null },
        ...{ created_at: now, updated_at: now, expires_at: null },
      })
      .execute();
    const items = claims.map((claim, at) => {
      const first = claims[at - (at % perSet)] ?? claim;
      return {
        ...{ file_id: id, place: at + 1, claim_id: claim.id, sending: again === undefined ? 1 : 2 },
        ...{ set_number: String(Math.floor(at / perSet) + 1).padStart(4, '0'), transaction_id: first.trace },
      };
    });
    await queries.insert('claim_file_items', items).execute();
    if (again === undefined) return;
    const ids = again.map((claim) => claim.id);
    await queries.update('claims').set({ sending: 2, file_id: id, state: 'QUEUED' }).where('id', 'in', ids).execute();
    await queries
      .insert(
        'claim_history',
        ids.map((claim_id) => ({
          ...{ id: ulid(clock), claim_id, state: 'QUEUED' as const, sending: 2, source: 'resent' },
          ...{ reasons: null, at: now },
        })),
      )
      .execute();
  });
  return file;
}

/** An interchange of ours with nothing in it. */
function envelopeOf(interchange: string, at: number): string {
  const { date, time } = envelopeMoment(at);
  const moment = `${date.replaceAll('-', '').slice(2)}*${time.replace(':', '')}`;
  return `ISA*00*          *00*          *ZZ*SENDER         *ZZ*PAYER          *${moment}*^*00501*${interchange}*0*P*:~IEA*0*${interchange}~`;
}

interface Envelope {
  readonly usage?: 'P' | 'T';
  readonly functional?: string;
  readonly version?: string;
}

/** Sets, and TA1s before them, in an interchange of the payer. */
export function interchangeOf(body: string, { usage = 'P', functional = 'HN', version = '005010X214' }: Envelope = {}) {
  const ta1s = body.split('\n').filter((line) => line.startsWith('TA1'));
  const sets = body.split('\n').filter((line) => line !== '' && !line.startsWith('TA1'));
  const group =
    sets.length === 0
      ? []
      : [
          `GS*${functional}*PAYER*SENDER*20260601*1300*7*X*${version}`,
          ...numbered(sets),
          `GE*${sets.filter((line) => line.startsWith('ST*')).length}*7`,
        ];
  const lines = [
    `ISA*00*          *00*          *ZZ*PAYER          *ZZ*SENDER         *260601*1300*^*00501*000000077*0*${usage}*:`,
    ...[...ta1s, ...group, `IEA*${group.length === 0 ? 0 : 1}*000000077`],
  ];
  return `${lines.join('~\n')}~\n`;
}

/** With an SE behind each set. */
function numbered(lines: readonly string[]): readonly string[] {
  const sets: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('ST*')) sets.push([]);
    sets.at(-1)?.push(line);
  }
  return sets.flatMap((set) => [...set, `SE*${set.length + 1}*${set[0]?.split('*')[2]}`]);
}

/** What a 277CA says of one claim. */
export interface Said {
  readonly claim: SentClaim;
  /** `A1:20`. */
  readonly code?: string;
  readonly action?: 'WQ' | 'U';
  readonly d9?: string | undefined;
  readonly bht?: string | undefined;
  readonly text?: string;
  readonly payerNumber?: string;
  /** As some write it. */
  readonly isBroken?: boolean;
}

/** A 277CA of these claims, each under a batch of its own. */
export function claimReport(said: readonly Said[], st = '0001'): string {
  let hl = 1;
  const batches = said.flatMap(({ claim, code = 'A1:20', action = 'WQ', text, payerNumber, isBroken, ...names }) => {
    const { d9 = claim.id, bht = claim.trace } = { ...('d9' in names ? names : {}), ...('bht' in names ? names : {}) };
    const given = { d9: 'd9' in names ? names.d9 : d9, bht: 'bht' in names ? names.bht : bht };
    const [batch, provider, patient] = [++hl, ++hl, ++hl];
    return [
      ...[`HL*${batch}*1*21*1`, 'NM1*41*2*SENDER*****46*SENDER', `TRN*2*${given.bht ?? '0'}`],
      ...[`STC*A1:19:PR*20260601*WQ*${claim.charge}`, 'QTY*90*1', `AMT*YU*${claim.charge}`],
      ...[`HL*${provider}*${batch}*19*1`, 'NM1*85*2*CLINIC*****XX*1555001019'],
      ...(isBroken === true ? ['TRN*1*0'] : []),
      `HL*${patient}*${provider}*PT${isBroken === true ? '*0' : ''}`,
      ...[`NM1*QC*1*LIND*ROSA****MI*${claim.member}`, `TRN*2*${claim.number}`],
      `STC*${code}*20260601*${action}*${claim.charge}${text === undefined ? '' : `********${text}`}`,
      ...(payerNumber === undefined ? [] : [`REF*1K*${payerNumber}`]),
      ...(given.d9 === undefined ? [] : [`REF*D9*${given.d9}`]),
      'DTP*472*D8*20260520',
    ];
  });
  return [
    `ST*277*${st}*005010X214`,
    'BHT*0085*08*REPORT1*20260601*1300*TH',
    ...[
      'HL*1**20*1',
      'NM1*PR*2*LAKES PLAN*****PI*99901',
      'TRN*1*REPORT1',
      'DTP*050*D8*20260601',
      'DTP*009*D8*20260601',
    ],
    ...batches,
  ].join('\n');
}

/** A 999 of a group, by ST02: `A`, `R` … */
export function functional(
  group: number,
  sets: Readonly<Record<string, string>>,
  verdict: string,
  more: readonly string[] = [],
): string {
  const count = Object.keys(sets).length;
  const accepted = Object.values(sets).filter((one) => one === 'A' || one === 'E').length;
  const body = [
    ...['ST*999*0001*005010X231A1', `AK1*HC*${group}*005010X222A1`],
    ...Object.entries(sets).flatMap(([set, code]) => [
      `AK2*837*${set}*005010X222A1`,
      ...(code === 'R' ? more : []),
      `IK5*${code}${code === 'R' ? '*5' : ''}`,
    ]),
    `AK9*${verdict}*${count}*${count}*${accepted}`,
  ].join('\n');
  return interchangeOf(body, { functional: 'FA', version: '005010X231A1' });
}

export function ta1(interchange: string, verdict = 'R', code = '023', date = '260601', time = '1200'): string {
  return interchangeOf(`TA1*${interchange}*${date}*${time}*${verdict}*${code}`);
}
