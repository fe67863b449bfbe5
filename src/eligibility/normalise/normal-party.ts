import { digits } from '../../mapping/lenses/digits.js';
import type { JsonObject } from '../../model/json.js';
import { PLAN_REFERENCES, RECEIVER_REFERENCES } from '../response-names.js';
import { CONTACT_TEXTS, ENTITY_TYPE_TEXTS, PAYER_ENTITY_TEXTS, PROVIDER_ENTITY_TEXTS } from '../texts/entity-texts.js';
import { codeOf, textOfCode } from './code-pairs.js';
import { entries, part, set, textAt } from './json.js';

/** NM109 has room for one; the first of these that is there. */
const PAYER_IDS = [
  'payorIdentification',
  'federalTaxpayersIdNumber',
  'npi',
  'etin',
  'naic',
  'centersForMedicareAndMedicaidPlanId',
  'employersId',
] as const;

const PROVIDER_IDS = [
  'npi',
  'ssn',
  'federalTaxpayersIdNumber',
  'payorIdentification',
  'serviceProviderNumber',
  'pharmacyProcessorNumber',
  'servicesPlanID',
  'employersId',
] as const;

// What the plan says by the provider's REF needs the provider's loop.
const RECEIVER_NAMES = Object.entries(PLAN_REFERENCES)
  .filter(([code]) => RECEIVER_REFERENCES.has(code))
  .map(([, name]) => name);

/** Brings `payer` and `tradingPartnerServiceId`, which is its id, to normal form. */
export function settlePayer(response: JsonObject): void {
  const payer = part(response, 'payer');
  const id = keepFirst(payer, PAYER_IDS) ?? textAt(response, 'tradingPartnerServiceId');
  if (id !== undefined && !PAYER_IDS.some((name) => payer[name] !== undefined)) payer.payorIdentification = id;
  if (Object.keys(payer).length === 0) return;
  response.payer = payer;
  set(response, 'tradingPartnerServiceId', id);
  settleParty(payer, PAYER_ENTITY_TEXTS, 'PR');
  const isPerson = settleType(payer, payer.name === undefined && payer.lastName !== undefined);
  const [kept, dropped] = isPerson ? ['lastName', 'name'] : ['name', 'lastName'];
  set(payer, kept, payer[kept] ?? payer[dropped]);
  set(payer, dropped, undefined);
  settleContacts(payer);
}

/** Brings `provider` to normal form. */
export function settleProvider(response: JsonObject): void {
  const provider = part(response, 'provider');
  if (Object.keys(provider).length === 0 && !RECEIVER_NAMES.some((name) => part(response, 'planInformation')[name]))
    return;
  response.provider = provider;
  keepFirst(provider, PROVIDER_IDS);
  settleParty(provider, PROVIDER_ENTITY_TEXTS, '1P');
  settleType(provider, provider.providerFirstName !== undefined);
  set(provider, 'providerName', provider.providerName ?? provider.providerOrgName);
  set(provider, 'providerOrgName', undefined);
}

/** The kind and the digits of communication numbers. */
export function settleContacts(party: JsonObject): void {
  for (const contact of entries(part(party, 'contactInformation'), 'contacts')) {
    const mode = textAt(contact, 'communicationMode');
    if (mode !== undefined) contact.communicationMode = textOfCode(CONTACT_TEXTS, codeOf(CONTACT_TEXTS, mode) ?? mode);
    const number = textAt(contact, 'communicationNumber');
    if (number !== undefined)
      set(contact, 'communicationNumber', digits.put(number, { tell: () => undefined }, undefined));
  }
}

function settleParty(party: JsonObject, codes: Readonly<Record<string, string>>, fallback: string): void {
  const kind = textAt(party, 'entityIdentifier') ?? fallback;
  party.entityIdentifier = textOfCode(codes, codeOf(codes, kind) ?? kind);
}

function settleType(party: JsonObject, looksLikePerson: boolean): boolean {
  const type = textAt(party, 'entityType') ?? (looksLikePerson ? '1' : '2');
  party.entityType = textOfCode(ENTITY_TYPE_TEXTS, codeOf(ENTITY_TYPE_TEXTS, type) ?? type);
  return party.entityType === ENTITY_TYPE_TEXTS[1];
}

function keepFirst(object: JsonObject, names: readonly string[]): string | undefined {
  const kept = names.find((name) => object[name] !== undefined);
  for (const name of names) if (name !== kept) set(object, name, undefined);
  return kept === undefined ? undefined : textAt(object, kept);
}
