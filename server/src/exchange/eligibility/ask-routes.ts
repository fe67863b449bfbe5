import { Problem } from '../../problems.js';
import type { PayerReply, ServingRoute } from '../payer-routes/payer-exchange.js';
import type { Services } from '../services.js';
import { CHECK_PREFIX } from './check.js';
import type { WrittenQuestion } from './write-question.js';

/** What was asked over which route, and what came of it. */
export interface AskedRoute {
  readonly route: ServingRoute;
  readonly question: WrittenQuestion;
  readonly reply: PayerReply;
  readonly sentAt: number | null;
}

/** What of it tells what came of the check. */
export interface ReturnedCheck extends Pick<AskedRoute, 'reply' | 'sentAt'> {
  readonly route: Pick<ServingRoute, 'routeId' | 'name' | 'payerId'>;
  readonly question: Omit<WrittenQuestion, 'x12'>;
}

/** Writes the question for a route, each with ids and numbers of its own, and commits that it is about to be sent. */
export type Begin = (route: ServingRoute) => Promise<WrittenQuestion>;

export interface Asking {
  readonly accountId: string;
  readonly checkId: string;
  /** Nobody waits for it: those that somebody waits for come first. Default false. */
  readonly isOfBatch?: boolean | undefined;
  readonly begin: Begin;
}

/** Asks the routes in their order; the next one only while nothing has left over the one before. */
export async function askRoutes(
  services: Pick<Services, 'payerExchange' | 'clock'>,
  [first, ...others]: readonly [ServingRoute, ...ServingRoute[]],
  asking: Asking,
): Promise<AskedRoute> {
  let asked = await askRoute(services, first, asking);
  for (const route of others) {
    if (asked.reply.kind === 'answer' || asked.reply.wasSent) return asked;
    asked = (await askIfWritable(services, route, asking)) ?? asked;
  }
  return asked;
}

/** A fall-back that has no room for the question is none: what came of the route before it stands. */
async function askIfWritable(...args: Parameters<typeof askRoute>): Promise<AskedRoute | undefined> {
  try {
    return await askRoute(...args);
  } catch (error) {
    if (error instanceof Problem && error.kind === 'invalid') return undefined;
    throw error;
  }
}

async function askRoute(
  { payerExchange, clock }: Pick<Services, 'payerExchange' | 'clock'>,
  route: ServingRoute,
  { accountId, checkId, begin, isOfBatch }: Asking,
): Promise<AskedRoute> {
  const question = await begin(route);
  let sentAt: number | null = null;
  const onSending = (): void => {
    sentAt = clock.now();
  };
  // What the envelope of CORE calls PayloadID is a UUID: that of the check.
  const payloadId = checkId.slice(CHECK_PREFIX.length);
  const reply = await payerExchange.ask(route, { accountId, x12: question.x12, payloadId, onSending, isOfBatch });
  return { route, question, reply, sentAt };
}
