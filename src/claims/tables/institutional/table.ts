import { text } from '../../../mapping/lenses/text.js';
import type { Table } from '../../../mapping/table.js';
import { ADDRESS, addressOf } from '../../rows/address.js';
import { CONTACT } from '../../rows/contact.js';
import { frame } from '../../rows/frame.js';
import { NPI, taxonomy } from '../../rows/party.js';
import { reference, references } from '../../rows/reference.js';
import { CLAIM } from './claim.js';

/** 2000A and 2010AA to 2010AC: who bills is an organisation. */
const BILLING: Table = [
  { property: 'billing', rows: [taxonomy('BI')] },
  {
    property: 'billing',
    at: '2010AA',
    rows: [
      { property: 'organizationName', path: 'NM1/03', lens: text },
      NPI,
      addressOf('address'),
      reference('employerId', 'EI'),
      CONTACT,
    ],
  },
  {
    property: 'billingPayToAddressName',
    at: '2010AB',
    rows: [
      { property: 'entityTypeQualifier', path: 'NM1/02', lens: text },
      { property: 'address', rows: ADDRESS },
    ],
  },
  {
    property: 'billingPayToPlanName',
    at: '2010AC',
    rows: [
      { property: 'organizationName', path: 'NM1/03', lens: text },
      { property: 'identificationCodeQualifier', path: 'NM1/08', lens: text },
      { property: 'identificationCode', path: 'NM1/09', lens: text },
      addressOf('address'),
      ...references({
        '2U': 'payerIdentificationNumber',
        FY: 'claimOfficeNumber',
        NF: 'naic',
        EI: 'taxId',
      }),
    ],
  },
];

/** The 837I of 005010X223A2. */
export const INSTITUTIONAL_TABLE: Table = frame({
  submitter: [
    { property: 'organizationName', path: 'NM1[02=2]/03', lens: text },
    { property: 'taxId', path: 'NM1[08=46]/09', lens: text },
  ],
  billing: BILLING,
  coverage: [{ property: 'groupNumber', path: 'SBR/03', lens: text }],
  patient: [],
  subscriber: [{ property: 'standardHealthId', path: 'NM1[08=II]/09', lens: text }],
  dependent: [reference('ssn', 'SY')],
  claim: CLAIM,
});
