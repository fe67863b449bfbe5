import type { Platform } from '../../platform.js';
import { invalid, Problem, type ProblemDetail, problemBelow } from '../../problems.js';
import type { Transaction } from '../../store/store.js';
import { findRoute } from './rows.js';
import { createRoute, replaceRoute } from './save-route.js';
import type { GivenRoute } from './schemas.js';
import { type SoundRoute, soundRoute } from './sound-route.js';
import { type UntakenTransaction, untakenTransactions } from './untaken-transactions.js';

export interface RoutesReport {
  readonly dryRun: boolean;
  readonly changes: readonly { readonly name: string; readonly change: 'created' | 'changed' | 'unchanged' }[];
  /** What the file has, and what will be refused all the same. */
  readonly warnings: readonly UntakenTransaction[];
}

/**
 * Makes routes what a file says, all in one transaction: those of a new name are created, others replaced. Applied again it changes nothing but
 * secrets, which are not compared.
 * @param faults what is wrong with routes by their shape, by its pointer into the file.
 * @throws Problem as `soundRoute`, `createRoute` and `replaceRoute`, of all routes together: nothing is changed then.
 */
export async function applyRoutes(
  services: Pick<Platform, 'store' | 'clock' | 'secrets'>,
  { routes, faults = [] }: { readonly routes: readonly GivenRoute[]; readonly faults?: readonly ProblemDetail[] },
  dryRun: boolean,
): Promise<RoutesReport> {
  const problems: Problem[] = faults.length === 0 ? [] : [faulty(faults)];
  const judged = routes.map((route, place) => ({ route, place })).filter(({ place }) => isJudged(place, faults));
  demandNamesOnce(judged);
  const sound: { readonly route: SoundRoute; readonly place: number }[] = [];
  for (const { route, place } of judged) {
    const found = await inFile(place, problems, () => soundRoute(route));
    if (found !== undefined) sound.push({ route: found, place });
  }
  try {
    return await services.store.write(async (tx) => {
      const changes: RoutesReport['changes'][number][] = [];
      for (const { route, place } of sound) {
        const change = await inFile(place, problems, () => applyRoute(services, tx, route));
        if (change !== undefined) changes.push({ name: route.name, change });
      }
      if (problems.length > 0) throw together(problems);
      const warnings = await untakenTransactions(tx, routes);
      if (dryRun) throw new OnlyTried({ dryRun, changes, warnings });
      return { dryRun, changes, warnings };
    });
  } catch (error) {
    if (error instanceof OnlyTried) return error.report;
    throw error;
  }
}

/** Of a route whose password is not there the rest is judged; a key has to fit its certificate. */
function isJudged(place: number, faults: readonly ProblemDetail[]): boolean {
  const own = faults.flatMap(({ path = '' }) => (path.split('/')[2] === String(place) ? [path] : []));
  return own.every((path) => /^\/routes\/\d+\/secrets\/(?:password|token)$/.test(path));
}

/** In the order of the routes. */
function faulty(errors: readonly ProblemDetail[]): Problem {
  const placeOf = ({ path }: ProblemDetail) => Number(path?.split('/')[2] ?? 0);
  return invalid('The file cannot be applied as it is: nothing was changed.', {
    code: 'VALIDATION_FAILED',
    errors: errors.toSorted((one, other) => placeOf(one) - placeOf(other)),
  });
}

/** One as it is; of several the faults of each. */
function together(problems: readonly Problem[]): Problem {
  const [first, ...more] = problems;
  if (first !== undefined && more.length === 0) return first;
  return faulty(problems.flatMap(({ message, errors }) => (errors.length > 0 ? errors : [{ message }])));
}

/** The second would replace the first, and nobody would be told. @throws Problem `invalid`. */
function demandNamesOnce(routes: readonly { readonly route: GivenRoute; readonly place: number }[]): void {
  const places = new Map<string, number>();
  const errors: ProblemDetail[] = [];
  for (const { route, place } of routes) {
    const before = places.get(route.name);
    if (before === undefined) places.set(route.name, place);
    else errors.push({ path: `/routes/${place}/name`, message: `/routes/${before} has this name already.` });
  }
  if (errors.length > 0) {
    throw invalid('Each route of a file needs a name of its own.', { code: 'VALIDATION_FAILED', errors });
  }
}

/** Does what is to be done of one route. @returns `undefined` where that has problems, which then say which of the file it is. */
async function inFile<Result>(
  place: number,
  problems: Problem[],
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problems.push(problemBelow(`/routes/${place}`, error));
    return undefined;
  }
}

async function applyRoute(services: Pick<Platform, 'clock' | 'secrets'>, tx: Transaction, given: SoundRoute) {
  const before = await findRoute(tx, 'name', given.name);
  if (before === undefined) {
    await createRoute(services, tx, given);
    return 'created';
  }
  return replaceRoute(services, tx, before.id, given);
}

/** Ends the transaction of a dry run without its changes. */
class OnlyTried extends Error {
  readonly report: RoutesReport;

  constructor(report: RoutesReport) {
    super('Nothing was changed: this was a dry run.');
    this.report = report;
  }
}
