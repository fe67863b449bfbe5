import type { Platform } from '../../platform.js';
import { invalid, Problem, problemBelow } from '../../problems.js';
import type { Transaction } from '../../store/store.js';
import { findRoute } from './rows.js';
import { createRoute, replaceRoute } from './save-route.js';
import type { GivenRoute } from './schemas.js';
import { type SoundRoute, soundRoute } from './sound-route.js';

export interface RoutesReport {
  readonly dryRun: boolean;
  readonly changes: readonly { readonly name: string; readonly change: 'created' | 'changed' | 'unchanged' }[];
}

/**
 * Makes routes what a file says, all in one transaction: those of a new name are created, others replaced. Applied again it changes nothing but
 * secrets, which are not compared.
 * @throws Problem as `soundRoute`, `createRoute` and `replaceRoute`: nothing is changed then.
 */
export async function applyRoutes(
  services: Pick<Platform, 'store' | 'clock' | 'secrets'>,
  routes: readonly GivenRoute[],
  dryRun: boolean,
): Promise<RoutesReport> {
  demandNamesOnce(routes);
  const sound: SoundRoute[] = [];
  for (const [place, route] of routes.entries()) sound.push(await inFile(place, () => soundRoute(route)));
  try {
    return await services.store.write(async (tx) => {
      const changes: RoutesReport['changes'][number][] = [];
      for (const [place, route] of sound.entries()) {
        changes.push({ name: route.name, change: await inFile(place, () => applyRoute(services, tx, route)) });
      }
      if (dryRun) throw new OnlyTried({ dryRun, changes });
      return { dryRun, changes };
    });
  } catch (error) {
    if (error instanceof OnlyTried) return error.report;
    throw error;
  }
}

/** The second would replace the first, and nobody would be told. @throws Problem `invalid`. */
function demandNamesOnce(routes: readonly GivenRoute[]): void {
  const names = routes.map(({ name }) => name);
  const errors = names.flatMap((name, place) =>
    names.indexOf(name) === place
      ? []
      : [{ path: `/routes/${place}/name`, message: `/routes/${names.indexOf(name)} has this name already.` }],
  );
  if (errors.length > 0) {
    throw invalid('Each route of a file needs a name of its own.', { code: 'VALIDATION_FAILED', errors });
  }
}

/** Does what is to be done of one route, and has problems say which of the file it is. */
async function inFile<Result>(place: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Problem ? problemBelow(`/routes/${place}`, error) : error;
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
