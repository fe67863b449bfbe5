import { checkRequest, type RequestProblem } from 'ediloom/eligibility';
import type { Steps } from '../../heavy-turns.js';
import { isObject } from '../../json.js';
import type { Origin } from '../../origins/origin.js';
import type { ProblemDetail } from '../../problems.js';
import { findPayer, findPayers, type PayerFound } from '../../resources/payers/find-payer.js';
import { takesChecks } from '../../resources/payers/support.js';
import { invalidRequest } from '../../schemas/check-shape.js';
import { demandOrigin } from '../eligibility/demand-origin.js';
import { noPayer } from '../eligibility/refusals.js';
import type { Services } from '../services.js';
import type { JudgedItem } from './submit-batch.js';

/** Things that are told of one batch. */
const MOST_PROBLEMS = 100;
const OWN_ID = 'submitterTransactionIdentifier';

type Request = Readonly<Record<string, unknown>>;

/**
 * Judges the requests of a batch as checks in real time are judged, in turns with what others have: all that can be known before anything is
 * sent. Whether a payer has a route, and whether the provider is enrolled, is looked at when each is sent.
 * @throws Problem `invalid` with each thing that is wrong, by its place; `denied` where a payer takes none from where the batch comes from.
 */
export async function judgeItems(
  services: Services,
  accountId: string,
  { items, origin }: { readonly items: readonly unknown[]; readonly origin: Origin },
): Promise<readonly JudgedItem[]> {
  const problems: ProblemDetail[] = [];
  const requests = await services.heavyTurns.runSteps(accountId, requestsOf(items, problems));
  const names = [...new Set(requests.flatMap(({ payer }) => payer ?? []))];
  const payers = await services.store.read((db) => findPayers(db, names));
  const judged = requests.flatMap(({ place, payer, request }) => {
    if (payer === undefined) return [];
    const found = payers.get(payer);
    if (found?.kind === 'found' && takesChecks(found.payer)) {
      return [{ request, payer: found.payer }];
    }
    if (problems.length < MOST_PROBLEMS) problems.push(payerProblem(place, found));
    return [];
  });
  demandNone(await nearTold(services, requests, problems));
  return judged.map(({ request, payer }): JudgedItem => {
    demandOrigin(services, payer, origin);
    return { content: { source: 'json', request }, payerId: payer.platformId };
  });
}

interface Asking {
  readonly place: number;
  readonly request: Request;
  /** By the name that the request gives; `undefined`: it gives none that can be looked up. */
  readonly payer: string | undefined;
}

/** What keeps one from being asked is found by the rules of the engine; one step an item. */
function* requestsOf(items: readonly unknown[], problems: ProblemDetail[]): Steps<readonly Asking[]> {
  const requests: Asking[] = [];
  for (const [place, item] of items.entries()) {
    const { request, problems: own } = checkRequest(item);
    const all = [...own.map((problem) => problemOf(place, problem)), ...ownIdProblem(place, item)];
    problems.push(...all.slice(0, MOST_PROBLEMS - problems.length));
    if (problems.length >= MOST_PROBLEMS) return requests;
    // Whatever else is wrong, what is wrong with the payer is told beside it.
    requests.push({ place, request, payer: own.some(isOfPayer) ? undefined : payerName(request) });
    yield;
  }
  return requests;
}

const PAYER = 'tradingPartnerServiceId';

function isOfPayer({ pointer }: RequestProblem): boolean {
  return pointer === '' || pointer === `/${PAYER}`;
}

function problemOf(place: number, { pointer, rule, text }: RequestProblem): ProblemDetail {
  return { path: `/items/${place}${pointer}`, message: text, code: rule };
}

/** By it whoever hands a batch in knows each result again. */
function ownIdProblem(place: number, item: unknown): readonly ProblemDetail[] {
  const id = isObject(item) ? item[OWN_ID] : undefined;
  if (typeof id === 'string' && id !== '') return [];
  const message = `Each check of a batch has a ${OWN_ID}: yours, by which you know its result again.`;
  return [{ path: `/items/${place}/${OWN_ID}`, message, code: 'required' }];
}

function payerName({ [PAYER]: name }: Request): string | undefined {
  return typeof name === 'string' ? name : undefined;
}

type Known = Exclude<PayerFound, { kind: 'unknown' }>;

function payerProblem(place: number, found: Known | undefined): ProblemDetail {
  const path = `/items/${place}/${PAYER}`;
  if (found === undefined) return { path, message: '', code: UNKNOWN_PAYER };
  const message =
    found.kind === 'found'
      ? 'The payer takes no eligibility checks: its `transactionSupport` has what it takes.'
      : noPayer(found).message;
  return { path, message, code: found.kind === 'found' ? 'NOT_OFFERED' : 'AMBIGUOUS_PAYER' };
}

const UNKNOWN_PAYER = 'UNKNOWN_PAYER';
/** Names of payers of which it is looked up what is like them. */
const MOST_NEAR = 20;

/** Says of payers that nobody knows which ones may be meant. */
async function nearTold(
  { store }: Services,
  requests: readonly Asking[],
  problems: readonly ProblemDetail[],
): Promise<readonly ProblemDetail[]> {
  const texts = new Map<string, string>();
  const told: ProblemDetail[] = [];
  for (const problem of problems) {
    if (problem.code !== UNKNOWN_PAYER) {
      told.push(problem);
      continue;
    }
    const name = requests[placeOf(problem)]?.payer ?? '';
    if (!texts.has(name)) {
      const found: PayerFound =
        texts.size < MOST_NEAR ? await store.read((db) => findPayer(db, name)) : { kind: 'unknown', near: [] };
      texts.set(name, found.kind === 'found' ? '' : noPayer(found).message);
    }
    told.push({ ...problem, message: texts.get(name) ?? '' });
  }
  return told;
}

/** By their places, so that whoever mends them goes through the batch once. */
function demandNone(problems: readonly ProblemDetail[]): void {
  if (problems.length > 0) throw invalidRequest(problems.toSorted((one, other) => placeOf(one) - placeOf(other)));
}

function placeOf({ path }: ProblemDetail): number {
  return Number(path?.split('/')[2]);
}
