import { decimal } from '../../mapping/lenses/decimal.js';
import { text } from '../../mapping/lenses/text.js';
import type { Row, Table } from '../../mapping/table.js';

const AMOUNTS: ReadonlySet<string> = new Set(['02', '03', '05', '07', '12']);

/** HCP: what another has made of the price. `names` are the properties by element: each claim type calls them otherwise. */
export function pricing(property: string, names: Readonly<Record<string, string>>): Row {
  return { property, rows: pricingRows(names) };
}

/** The rows alone. */
export function pricingRows(names: Readonly<Record<string, string>>): Table {
  // Keys such as 10 come before 02 in an object: the order of rows is not theirs.
  return Object.entries(names)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([element, property]) => ({
      property,
      path: `HCP/${element}`,
      lens: AMOUNTS.has(element) ? decimal : text,
    }));
}

/** Names that all claim types share. */
export const PRICING = {
  '01': 'pricingMethodologyCode',
  '02': 'repricedAllowedAmount',
  '03': 'repricedSavingAmount',
  '13': 'rejectReasonCode',
  '14': 'policyComplianceCode',
  '15': 'exceptionCode',
};

/** Those of the claim itself, professional and dental, and of a professional line. */
export const AMBULATORY_PRICING = {
  ...PRICING,
  '04': 'repricingOrganizationIdentifier',
  '05': 'repricingPerDiemOrFlatRateAmount',
  '06': 'repricedApprovedAmbulatoryPatientGroupCode',
  '07': 'repricedApprovedAmbulatoryPatientGroupAmount',
};
