import { decimal } from '../../../mapping/lenses/decimal.js';
import { text } from '../../../mapping/lenses/text.js';
import type { Table } from '../../../mapping/table.js';
import { adjudication } from '../../rows/adjudication.js';
import { dates } from '../../rows/dates.js';
import { NPI, PERSON } from '../../rows/party.js';
import { PRICING, pricing } from '../../rows/pricing.js';
import { identifiersOfPayers, reference, references } from '../../rows/reference.js';
import { reports } from '../../rows/report.js';
import { provider } from './provider.js';

/** 2400 and below, institutional. */
export const LINE: Table = [
  { property: 'assignedNumber', path: 'LX/01', lens: text },
  {
    property: 'institutionalService',
    rows: [
      { property: 'serviceLineRevenueCode', path: 'SV2/01', lens: text },
      { property: 'procedureIdentifier', path: 'SV2/02-1', lens: text },
      { property: 'procedureCode', path: 'SV2/02-2', lens: text },
      { property: 'procedureModifiers', list: ['SV2/02-3', 'SV2/02-4', 'SV2/02-5', 'SV2/02-6'], lens: text },
      { property: 'description', path: 'SV2/02-7', lens: text },
      { property: 'lineItemChargeAmount', path: 'SV2/03', lens: decimal },
      { property: 'measurementUnit', path: 'SV2/04', lens: text },
      { property: 'serviceUnitCount', path: 'SV2/05', lens: decimal },
      { property: 'nonCoveredChargeAmount', path: 'SV2/07', lens: decimal },
    ],
  },
  reports('serviceLineSupplementalInformations'),
  ...dates({ servicePeriod: '472' }),
  reference('lineItemControlNumber', '6R'),
  reference('repricedLineItemReferenceNumber', '9B'),
  reference('adjustedRepricedLineItemReferenceNumber', '9D'),
  { property: 'serviceTaxAmount', path: 'AMT[01=GT]/02', lens: decimal },
  { property: 'facilityTaxAmount', path: 'AMT[01=N8]/02', lens: decimal },
  { property: 'thirdPartyOrganizationNotes', path: 'NTE[01=TPO]/02', lens: text },
  pricing('lineRepricingInformation', {
    ...PRICING,
    '04': 'repricedOrgIdentifier',
    '05': 'repricedPerDiem',
    '06': 'repricedApprovedDRGCode',
    '07': 'repricedApprovedAmount',
    '08': 'repricedApprovedRevenueCode',
    '09': 'productOrServiceIDQualifier',
    10: 'repricedApprovedHCPCSCode',
    11: 'repricedApprovedServiceUnitCode',
    12: 'repricedApprovedServiceUnitCount',
  }),
  {
    property: 'drugIdentification',
    at: '2410',
    rows: [
      { property: 'nationalDrugCode', path: 'LIN[02=N4]/03', lens: text },
      { property: 'nationalDrugUnitCount', path: 'CTP/04', lens: decimal },
      { property: 'measurementUnitCode', path: 'CTP/05-1', lens: text },
      ...references({ VY: 'linkSequenceNumber', XZ: 'pharmacyPrescriptionNumber' }),
    ],
  },
  provider('operatingPhysician', '2420A'),
  provider('otherOperatingPhysician', '2420B'),
  { property: 'renderingProvider', at: '2420C', rows: [...PERSON, NPI, identifiersOfPayers('identifiers')] },
  { property: 'referringProvider', at: '2420D', rows: [...PERSON, NPI, identifiersOfPayers('identifiers')] },
  adjudication({
    qualifier: 'productOrServiceIDQualifier',
    bundled: 'bundledLineNumber',
    adjustments: 'lineAdjustment',
    details: 'claimAdjustmentDetails',
    more: [{ property: 'serviceLineRevenueCode', path: 'SVD/04', lens: text }],
  }),
];
