import type { Platform } from '../../platform.js';
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
  const sound: SoundRoute[] = [];
  for (const route of routes) sound.push(await soundRoute(route));
  try {
    return await services.store.write(async (tx) => {
      const changes: RoutesReport['changes'][number][] = [];
      for (const route of sound) changes.push({ name: route.name, change: await applyRoute(services, tx, route) });
      if (dryRun) throw new OnlyTried({ dryRun, changes });
      return { dryRun, changes };
    });
  } catch (error) {
    if (error instanceof OnlyTried) return error.report;
    throw error;
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
