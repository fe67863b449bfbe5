import Type, { type Static } from 'typebox';
import { CreatedAt, closed, idText, NAME_PATTERN, oneOf, UpdatedAt } from '../../schemas/shapes.js';
import { ProviderContact } from './contact.js';

export const ProviderId = idText('Id of a provider.');

const ProviderName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: NAME_PATTERN,
  description: 'As payers have it on record.',
});
export const Npi = Type.String({
  pattern: '^\\d{10}$',
  description: 'Ten digits, the last of which checks the others.',
});
/** As it is given: an EIN may have its dash. */
const TaxId = Type.String({
  pattern: '^\\d{2}-?\\d{7}$',
  description: 'Nine digits; an EIN may be written with its dash, as 98-1234567.',
});
export const ShownTaxId = Type.String({ description: 'Nine digits.' });
const TaxIdType = oneOf(['EIN', 'SSN'], {
  title: 'TaxIdType',
  description: '`EIN`: of an employer; `SSN`: of a person.',
});
const contacts = Type.Array(ProviderContact, { maxItems: 20, description: 'Whom payers may write to.' });

export const NewProvider = Type.Object(
  { name: ProviderName, npi: Npi, taxId: TaxId, taxIdType: TaxIdType, contacts: Type.Optional(contacts) },
  { ...closed, title: 'NewProvider', description: 'A provider to be enrolled with payers.' },
);
export type NewProvider = Static<typeof NewProvider>;

export const ProviderUpdate = Type.Object(
  { name: ProviderName, contacts: Type.Optional(contacts) },
  {
    ...closed,
    title: 'ProviderUpdate',
    description: 'What of a provider can change. Contacts that are left out are removed.',
  },
);
export type ProviderUpdate = Static<typeof ProviderUpdate>;

export const ProviderSummary = Type.Object(
  { id: ProviderId, name: ProviderName, npi: Npi, taxId: ShownTaxId, taxIdType: TaxIdType },
  { title: 'ProviderSummary', description: 'A provider, without its contacts.' },
);
export type ProviderSummary = Static<typeof ProviderSummary>;

export const ShownProvider = Type.Object(
  {
    ...ProviderSummary.properties,
    contacts: Type.Array(ProviderContact, { description: 'Whom payers may write to.' }),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { title: 'EnrolledProvider', description: 'Who is enrolled with payers.' },
);
export type ShownProvider = Static<typeof ShownProvider>;
