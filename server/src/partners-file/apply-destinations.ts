import type { Platform } from '../platform.js';
import { invalid } from '../problems.js';
import { allDestinations, createDestination, updateDestination } from '../resources/destinations/rows.js';
import { showDestination } from '../resources/destinations/shown.js';
import { findMappingByName } from '../resources/mappings/rows.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { Destinations } from '../store/exchange-tables.js';
import type { PartnersFile } from './file-schema.js';
import { at, type Changes } from './report.js';

type FileDestination = NonNullable<PartnersFile['destinations']>[number];

/** Destinations by their names and modes; what a file leaves out of one stays. Secrets are made, and asked for over HTTP. */
export async function applyDestinations(
  services: Pick<Platform, 'clock' | 'secrets' | 'jobs'>,
  queries: AccountQueries,
  destinations: readonly FileDestination[],
  changes: Changes,
): Promise<void> {
  const there = destinations.length === 0 ? [] : await allDestinations(queries);
  for (const [index, { mode = 'production', mapping, ...members }] of destinations.entries()) {
    await at(`/destinations/${index}`, async () => {
      const mappingId = mapping === undefined ? undefined : await mappingNamed(queries, mapping);
      const given = { ...members, ...(mappingId === undefined ? {} : { mappingId }) };
      const caller = { mode: mode === 'test' ? 'test' : 'live' } as const;
      const before = there.find((one) => one.name === given.name && one.mode === mode);
      if (before === undefined) await createDestination(services, queries, caller, given);
      else if (differs(before, given)) await updateDestination(services, queries, caller, { id: before.id, given });
      const action = before === undefined ? 'created' : differs(before, given) ? 'changed' : 'unchanged';
      changes.add('destination', given.name, action);
    });
  }
}

async function mappingNamed(queries: AccountQueries, name: string): Promise<string> {
  const mapping = await findMappingByName(queries, name);
  if (mapping !== undefined) return mapping.id;
  throw invalid('There is no mapping of this name. Create it first.', {
    errors: [{ path: '/mapping', message: 'There is no mapping of this name.' }],
  });
}

function differs(before: Destinations, given: object): boolean {
  const shown: Readonly<Record<string, unknown>> = { ...showDestination(before) };
  return Object.entries(given).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(shown[name]));
}
