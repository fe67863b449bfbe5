import type { Reply } from 'ediloom/acknowledgment';
import { allSteps, isHeavy } from '../../heavy-turns.js';
import { Problem } from '../../problems.js';
import { type SendingConnection, sendingConnection } from '../../resources/connections/sending-connection.js';
import { disabledText } from '../../resources/connections/unusable-connection.js';
import type { KnownGuide } from '../../resources/guides/guide-library.js';
import { ackConfigurationOf } from '../../resources/partnerships/configuration.js';
import { sendingPartnership } from '../../resources/partnerships/sending-partnership.js';
import { readRows } from '../../store/account-queries.js';
import type { Partnerships } from '../../store/tables.js';
import { numberedFile, type PreparedInterchange } from '../outbound/prepare-interchange.js';
import type { Services } from '../services.js';
import { type AnswerRoute, draftAnswer } from './answer-draft.js';
import type { DecidedInterchange } from './decide-interchange.js';
import { faultAt, type InboundFault } from './inbound-fault.js';

/** What answers are written by. */
const ANSWER_GUIDES = ['999-005010X231A1', '997-004010', '997-005010'];

/** A file that answers, safe and numbered; or why there is none. */
export type PreparedAnswer = { readonly file: PreparedInterchange } | { readonly fault: InboundFault };

/** What an answer needs to know. */
interface ToAnswer {
  readonly decided: DecidedInterchange;
  readonly partnership: Partnerships;
  readonly reply: Reply;
}

/** How a file has come whose interchanges are answered. */
interface CameBy {
  readonly accountId: string;
  readonly connectionId: string;
}

/** Answers the interchanges of one file. */
export class FileAnswers {
  readonly #services: Services;
  readonly #cameBy: CameBy;
  #guides: Promise<ReadonlyMap<string, KnownGuide>> | undefined;
  /** By partnership: a file may have thousands of interchanges of one. */
  readonly #routes = new Map<string, Promise<AnswerRoute | Refusal>>();

  constructor(services: Services, cameBy: CameBy) {
    this.#services = services;
    this.#cameBy = cameBy;
  }

  /**
   * Makes the file that answers an interchange: an execution of its own, which is delivered as any other. Its numbers are spent, whatever
   * becomes of it; what stands against it is a fault of the file that it answers.
   */
  async prepare(answered: ToAnswer): Promise<PreparedAnswer> {
    const { accountId } = this.#cameBy;
    this.#guides ??= answerGuides(this.#services, accountId);
    const guides = await this.#guides;
    const route = await this.#routeOf(answered.partnership);
    if ('refusal' in route) return unanswered(answered, route.refusal);
    return prepareAnswer(this.#services, { ...answered, accountId, guides, route });
  }

  #routeOf(partnership: Partnerships): Promise<AnswerRoute | Refusal> {
    const { partnership_id: id } = partnership;
    const route = this.#routes.get(id) ?? routeOf(this.#services, this.#cameBy, partnership);
    this.#routes.set(id, route);
    return route;
  }
}

interface Routed extends ToAnswer {
  readonly accountId: string;
  readonly guides: ReadonlyMap<string, KnownGuide>;
  readonly route: AnswerRoute;
}

async function prepareAnswer(services: Services, answered: Routed): Promise<PreparedAnswer> {
  const { accountId, decided, reply, guides, route } = answered;
  const engine = await services.guides.engineFor([...guides.values()]);
  const drafting = draftAnswer(engine, reply, route, { guides, now: services.clock.now() });
  const data = reply.groups.flatMap(({ transactions }) => transactions.map((set) => set.data));
  // One that names thousands of sets keeps nobody waiting who asks for something else.
  const draft = await (isHeavy(data) ? services.heavyTurns.runSteps(accountId, drafting) : allSteps(drafting));
  if (draft === undefined) {
    return unanswered(
      answered,
      'what it would repeat of the interchange fits into no acknowledgment. Tell the partner.',
    );
  }
  const mode = decided.mode?.keyMode ?? 'live';
  try {
    return { file: await numberedFile({ services, caller: { accountId, keyId: '', mode } }, draft) };
  } catch (error) {
    // Counters that an operator has to release first: the file waits for them.
    if (!(error instanceof Problem) || error.kind === 'unavailable') throw error;
    return unanswered(answered, error.message);
  }
}

function unanswered({ decided, reply }: ToAnswer, why: string): { readonly fault: InboundFault } {
  const code = reply.groups.length > 0 ? 'FAILED_TO_ACK' : 'FAILED_TO_ACK_INTERCHANGE';
  return { fault: faultAt({ interchange: decided.place }, code, { text: `it was not acknowledged: ${why}` }) };
}

async function answerGuides(
  { store, guides }: Pick<Services, 'store' | 'guides'>,
  accountId: string,
): Promise<ReadonlyMap<string, KnownGuide>> {
  const found = await readRows(store, accountId, (queries) =>
    Promise.all(ANSWER_GUIDES.map((id) => guides.find(queries, id))),
  );
  const known = await Promise.all(found.flatMap((guide) => guide?.load() ?? []));
  return new Map(known.map((guide) => [guide.id, guide]));
}

/** Why nothing can be sent to a partner. */
interface Refusal {
  readonly refusal: string;
}

/** Over the connection that the partnership names for it, else back over the one it came by. */
async function routeOf(
  { store }: Services,
  { accountId, connectionId }: CameBy,
  partnership: Partnerships,
): Promise<AnswerRoute | Refusal> {
  const configured = ackConfigurationOf(partnership)?.connection;
  return readRows(store, accountId, async (queries) => {
    const sending = await sendingPartnership(queries, partnership.partnership_id);
    const connection = await sendingConnection(queries, configured?.connectionId ?? connectionId);
    if (sending === undefined) return { refusal: 'its partnership was deleted meanwhile.' };
    if (connection === undefined) {
      return { refusal: 'the connection for it is not there any more. Give ackConfiguration another.' };
    }
    const refusal = refusalOf(connection);
    if (refusal !== undefined) return { refusal };
    const directory = configured?.subdirectory ?? '';
    return { partnership: sending, connection, directory, filenameExpression: configured?.filename };
  });
}

function refusalOf(connection: SendingConnection): string | undefined {
  if (connection.enabled === 1) return undefined;
  return `connection ${connection.id} ${disabledText(connection)}, or give ackConfiguration another.`;
}
