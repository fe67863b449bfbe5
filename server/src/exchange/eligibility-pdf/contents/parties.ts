import type { Benefit, EligibilityResponse } from 'ediloom/eligibility';
import { joined } from './words.js';

type Entity = NonNullable<Benefit['benefitsRelatedEntities']>[number];
type Address = NonNullable<Entity['address']>;
type Contacts = NonNullable<Entity['contactInformation']>;
type Member = NonNullable<EligibilityResponse['subscriber']>;

/** Of a person in the order in which it is spoken. */
export function personName({ firstName, middleName, lastName, suffix }: Partial<Member>): string {
  return joined([firstName, middleName, lastName, suffix], ' ');
}

/** Of a person or of an organization. */
export function entityName(entity: Entity): string {
  const { entityFirstname, entityMiddlename, entityName: name, entitySuffix } = entity;
  return joined([entityFirstname, entityMiddlename, name, entitySuffix], ' ');
}

/** NM108 of ids that are for everybody: all others may be a tax id or a social security number. */
const OPEN_IDS: Readonly<Record<string, string>> = {
  XX: 'NPI',
  PI: 'Payer ID',
  NI: 'NAIC ID',
  XV: 'Plan ID',
  MI: 'Member ID',
  SV: 'Provider number',
};

/** @returns `''` where there is none that is shown. */
export function entityId({ entityIdentification, entityIdentificationValue: value }: Entity): string {
  const kind = OPEN_IDS[entityIdentification ?? ''];
  return kind === undefined || value === undefined ? '' : `${kind} ${value}`;
}

export function addressLines({ address1, address2, city, state, postalCode, ...more }: Address): string {
  const { countryCode, countrySubDivisionCode } = more;
  const place = joined([city, joined([state ?? countrySubDivisionCode, postalCode], ' ')], ', ');
  return joined([address1, address2, place, countryCode], '\n');
}

export function contactLines({ name, contacts = [] }: Contacts): string {
  const ways = contacts.map(({ communicationMode, communicationNumber }) =>
    communicationNumber === undefined ? undefined : joined([modeOf(communicationMode), communicationNumber], ' '),
  );
  return joined([name, ...ways], '\n');
}

const MODES: Readonly<Record<string, string>> = {
  'Uniform Resource Locator (URL)': 'Web',
  'Electronic Mail': 'Email',
};

function modeOf(mode: string | undefined): string | undefined {
  return mode === undefined ? undefined : (MODES[mode] ?? mode);
}
