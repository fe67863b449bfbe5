import type { JsonObject } from '../../model/json.js';

/** Identifiers that have a place of their own beside the one in NM109, or win it. */
const FIRST = ['npi', 'taxId', 'ssn'] as const;
/** Identifiers that stand in NM109 or nowhere. */
const EXCLUSIVE = ['serviceProviderNumber', 'payorId', 'pharmacyProcessorNumber', 'servicesPlanID', 'employersId'];

/** The properties of a provider that another one leaves no place for: they are not sent. */
export function sparesOf(provider: JsonObject): readonly string[] {
  const names = provider.organizationName === undefined ? [] : ['lastName', 'firstName'];
  const taken = FIRST.some((name) => provider[name] !== undefined);
  const given = EXCLUSIVE.filter((name) => provider[name] !== undefined);
  const identifiers = taken ? given : given.slice(1);
  return [...names.filter((name) => provider[name] !== undefined), ...identifiers];
}
