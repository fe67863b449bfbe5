import { conflict } from '../problems.js';
import { allDestinations } from '../resources/destinations/rows.js';
import { showDestination } from '../resources/destinations/shown.js';
import { mappingNames } from '../resources/mappings/rows.js';
import type { AccountQueries } from '../store/account-queries.js';

/** Destinations as a file has them: without secrets, which are made where it is applied. @throws Problem `conflict` for two of one name. */
export async function exportDestinations(queries: AccountQueries): Promise<readonly object[]> {
  const rows = await allDestinations(queries);
  const names = await mappingNames(
    queries,
    rows.flatMap(({ mapping_id }) => mapping_id ?? []),
  );
  const taken = new Set<string>();
  return rows.map((row) => {
    const key = `${row.mode} ${row.name}`;
    if (taken.has(key)) {
      throw conflict(`Two destinations are called ${row.name}. Give each its own name, and export again.`);
    }
    taken.add(key);
    const { name, mode, description, destinationUrl, eventTypes, status, concurrencyLimit } = showDestination(row);
    const mapping = row.mapping_id === null ? undefined : names.get(row.mapping_id);
    return {
      ...{ name, mode, description, destinationUrl, eventTypes, status, concurrencyLimit },
      ...(mapping === undefined ? {} : { mapping }),
    };
  });
}
