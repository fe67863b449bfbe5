import { text } from '../../mapping/lenses/text.js';
import type { Row, Table } from '../../mapping/table.js';
import { references } from './reference.js';

/** Names of a person, where NM102 can be nothing else. */
export const PERSON: Table = [
  { property: 'lastName', path: 'NM1/03', lens: text },
  { property: 'firstName', path: 'NM1/04', lens: text },
  { property: 'middleName', path: 'NM1/05', lens: text },
  { property: 'suffix', path: 'NM1/07', lens: text },
];

/** A person or an organisation: NM102 says which, and the first of the names given decides. */
export const PARTY: Table = [
  { property: 'organizationName', path: 'NM1[02=2]/03', lens: text },
  { property: 'lastName', path: 'NM1[02=1]/03', lens: text },
  { property: 'firstName', path: 'NM1[02=1]/04', lens: text },
  { property: 'middleName', path: 'NM1[02=1]/05', lens: text },
  { property: 'suffix', path: 'NM1[02=1]/07', lens: text },
];

export const NPI: Row = { property: 'npi', path: 'NM1[08=XX]/09', lens: text };

/** PRV03 of a provider's specialty. `code` is PRV01. */
export function taxonomy(code: string): Row {
  return { property: 'taxonomyCode', path: `PRV[01=${code}][02=PXC]/03`, lens: text };
}

/** Numbers that payers and states give to providers. */
export const LICENSE_UPIN_COMMERCIAL: Table = references({
  '0B': 'stateLicenseNumber',
  '1G': 'providerUpinNumber',
  G2: 'commercialNumber',
});

/** The same, with the number of a place. */
export const PROVIDER_NUMBERS: Table = [...LICENSE_UPIN_COMMERCIAL, ...references({ LU: 'locationNumber' })];
