import { createClaimAnswerJob } from '../../src/exchange/claim-answers/answer-job.js';
import { createReceivedAnswersJob, RECEIVED_CLAIM_ANSWERS } from '../../src/exchange/claim-answers/received-answers.js';
import { CLAIM_ANSWER } from '../../src/exchange/claim-answers/take-answer.js';
import type { GivenRoute } from '../../src/resources/payer-routes/schemas.js';
import type { ClaimAnswers, UnmatchedClaimAnswers } from '../../src/store/claim-answer-tables.js';
import type { Executions } from '../../src/store/tables.js';
import { addAccount, writeAs } from './accounts.js';
import { claimReport, interchangeOf, type PlantedFile, plantSentClaims } from './claim-answers.js';
import { saveRoute } from './claim-sendings.js';
import { ACCOUNT, type Inbound, openInbound } from './inbound.js';
import { CONNECTION, PARTNERSHIP } from './partner-rows.js';
import { until } from './test-jobs.js';

export const PRACTICE = 'practice-1';
/** A partner of the same account, by whom no claims go. */
export const RIVALS = { partnership: 'north_rival', connection: '01JZ0000000000000000000009' };

/** A route whose files the partner of the account carries. */
export const CARRIED: GivenRoute = {
  ...{ name: 'carried', kind: 'partnership', connection: { accountId: ACCOUNT, partnershipId: PARTNERSHIP } },
  ...{ sender: { qualifier: 'ZZ', id: 'NORTH' }, receiver: { qualifier: 'ZZ', id: 'BUYER' } },
  catchAll: { transactions: ['professionalClaimSubmission'] },
};

/** An account of the operator whose partner carries the claims of a practice, and who has another partner, too. */
export interface CarriedClaims {
  readonly inbound: Inbound;
  readonly routeId: string;
  /** Two claims that the partner has, of which it is not noted by whom they went. */
  readonly file: PlantedFile;
  /** Has a file come in, and waits until nothing of it is left to do. */
  receive(x12: string, connectionId?: string): Promise<Executions>;
  /** Waits until no job of files and answers is left. */
  settled(): Promise<void>;
  /** States of claims of the practice, in their order. */
  statesOf(claims: readonly { readonly id: string }[]): Promise<readonly (string | undefined)[]>;
  /** What is known of the claims of `file`. */
  said(): Promise<{
    readonly states: readonly (string | undefined)[];
    readonly told: number;
    readonly reports: number;
  }>;
  answers(): Promise<readonly ClaimAnswers[]>;
  unmatched(): Promise<readonly UnmatchedClaimAnswers[]>;
}

export async function openCarriedClaims(): Promise<CarriedClaims> {
  const inbound = await openInbound({
    around: (handlers, services) => ({
      ...handlers,
      [RECEIVED_CLAIM_ANSWERS]: createReceivedAnswersJob(services),
      [CLAIM_ANSWER]: createClaimAnswerJob(services),
    }),
  });
  const { services } = inbound;
  const { store } = services;
  await addPartner(inbound);
  await addAccount(store, PRACTICE);
  const routeId = await saveRoute(services, CARRIED);
  const file = await plantSentClaims(services, PRACTICE, [{}, {}], { routeId });
  const settled = () =>
    until(async () => {
      const kinds = await store.read((db) => db.selectFrom('jobs').select('kind').execute());
      return !kinds.some(({ kind }) => OF_FILES.has(kind));
    });
  // As they stand in the file: ids of one millisecond have no order.
  const statesOf: CarriedClaims['statesOf'] = (claims) =>
    writeAs(store, PRACTICE, async (queries) => {
      const rows = await queries.from('claims').select(['id', 'state']).execute();
      return claims.map(({ id }) => rows.find((row) => row.id === id)?.state);
    });
  return {
    ...{ inbound, routeId, file, settled, statesOf },
    receive: async (x12, connectionId = CONNECTION) => {
      const execution = await inbound.receive(x12, { connectionId });
      await settled();
      return execution;
    },
    said: async () => {
      const [history, reports] = await writeAs(store, PRACTICE, async (queries) => [
        await queries.from('claim_history').select('id').execute(),
        await queries.from('claim_reports').select('id').execute(),
      ]);
      return { states: await statesOf(file.claims), told: history?.length ?? 0, reports: reports?.length ?? 0 };
    },
    answers: () => store.read((db) => db.selectFrom('claim_answers').selectAll().execute()),
    unmatched: () => store.read((db) => db.selectFrom('unmatched_claim_answers').selectAll().execute()),
  };
}

/** Jobs by which a file comes to claims: it has ended before it is shown, and what it says is taken up when it is. */
const OF_FILES: ReadonlySet<string> = new Set(['receive', 'publish', RECEIVED_CLAIM_ANSWERS, CLAIM_ANSWER]);

/** The other partner, and a setting for 277CAs of each. */
async function addPartner({ write }: Inbound): Promise<void> {
  const stamp = { created_at: 1, updated_at: 1 };
  await write(async (queries) => {
    await queries
      .insert('profiles', {
        ...{ profile_id: 'rival', profile_type: 'partner', interchange_qualifier: 'ZZ', interchange_id: 'RIVAL' },
        ...{ application_identifiers: '[]', ...stamp },
      })
      .execute();
    await queries
      .insert('partnerships', {
        ...{ partnership_id: RIVALS.partnership, local_profile_id: 'north', partner_profile_id: 'rival' },
        ...{ usage_indicator: 'P', timezone: 'UTC', time_format: 'HHMM', ack_configuration: null },
        ...{ expected_acknowledgments: null, processing_configuration: null, ...stamp },
      })
      .execute();
    await queries
      .insert('connections', {
        ...{ id: RIVALS.connection, partnership_id: RIVALS.partnership, kind: 'bucket', name: 'rival', enabled: 1 },
        ...{ test: 0, settings: '{"bucketName":"rival-bucket"}', ...stamp },
      })
      .execute();
    const setting = { release: '005010X214', transaction_set: '277', guide_id: '277CA-005010X214' };
    const rest = { local_application_id: null, partner_application_id: null, connection_id: null, subdirectory: null };
    await queries
      .insert(
        'transaction_settings',
        [PARTNERSHIP, RIVALS.partnership].map((partnership_id) => ({
          ...{ ...setting, direction: 'inbound' as const, id: 'claim-reports', partnership_id },
          ...{ ...rest, filename: null, fragments: null, ...stamp },
        })),
      )
      .execute();
    await queries.update('connections').set({ test: 0 }).where('id', '=', CONNECTION).execute();
  });
}

/** An answer as a partner of the account sends it. */
export function answerFrom(partner: 'BUYER' | 'RIVAL', x12: string, number = 1): string {
  return x12
    .replace('*ZZ*PAYER          *ZZ*SENDER         *', `*ZZ*${partner.padEnd(15)}*ZZ*NORTH          *`)
    .replace('*PAYER*SENDER*', `*${partner}*NORTHWH*`)
    .replaceAll('000000077', String(number).padStart(9, '0'));
}

/** A 277CA that takes all claims of a file. */
export function reportOf(
  { claims }: Pick<PlantedFile, 'claims'>,
  more: Parameters<typeof interchangeOf>[1] = {},
): string {
  return interchangeOf(claimReport(claims.map((claim) => ({ claim }))), more);
}
