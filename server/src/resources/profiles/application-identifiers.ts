import { invalid } from '../../problems.js';
import type { Profiles } from '../../store/tables.js';
import type { Profile } from './schemas.js';

/** GS02 and GS03 that a profile goes by; at most one is the default. */
export type ApplicationIdentifiers = Profile['applicationIdentifiers'];

/** The column `application_identifiers`, as {@link textOfIdentifiers} wrote it. */
export function identifiersOf(column: Profiles['application_identifiers']): ApplicationIdentifiers {
  return JSON.parse(column) as ApplicationIdentifiers;
}

/**
 * The identifiers as the column keeps them: each says whether it is the default.
 * @throws Problem `invalid` for one that is there twice, and for two defaults.
 */
export function textOfIdentifiers(identifiers: ApplicationIdentifiers): string {
  const values = identifiers.map(({ value }) => value);
  if (new Set(values).size < values.length) throw invalid('An application identifier is there twice.');
  if (identifiers.filter(({ isDefault }) => isDefault === true).length > 1) {
    throw invalid('Only one application identifier can be the default.');
  }
  return JSON.stringify(withDefaults(identifiers));
}

/** What is shown of identifiers that were given: `isDefault` is always there. */
export function withDefaults(identifiers: ApplicationIdentifiers): ApplicationIdentifiers {
  return identifiers.map(({ value, isDefault = false }) => ({ value, isDefault }));
}

/** GS02 or GS03, where neither the request nor the transaction setting names one; `undefined`: no identifier is the default. */
export function defaultApplicationId(column: Profiles['application_identifiers']): string | undefined {
  return identifiersOf(column).find(({ isDefault }) => isDefault === true)?.value;
}
