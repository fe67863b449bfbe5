import { describe, expect, it } from 'vitest';
import { judgeClaim } from '../../../src/claims/edits/judge-claim.js';
import { isBox } from '../../../src/claims/edits/street.js';
import { normalise } from '../../../src/claims/prepare-claim.js';
import { type Breach, breaksAlone, type Example, judged, type Spoil, spoilt, throughX12 } from './breaks.js';
import { DEPENDENTS, inEach, OWN } from './one-of-each.js';

const NOTHING = { errors: [], warnings: [] };

/** The patient's address with some properties of its own; those that are `undefined` go. */
function patientAt(address: Readonly<Record<string, string | undefined>>): Spoil {
  return ({ subscriber }) => {
    subscriber.address = { ...subscriber.address, ...address };
  };
}

/** A place of service that is not where the provider bills. */
function facility(postalCode: string): Record<string, unknown> {
  return {
    organizationName: 'Annex',
    address: { address1: '3 Lake Dr', city: 'Springfield', state: 'IL', postalCode },
  };
}

function keepsAll(what: string, claims: readonly Example[], spoil: Spoil): void {
  it.each(claims)(`%s keeps all with ${what}`, async (claim) => {
    const request = spoilt(claim, spoil);
    expect(judged(claim, request)).toEqual(NOTHING);
    expect(judged(claim, await throughX12(claim, request))).toEqual(NOTHING);
  });
}

const AT = '/subscriber/address';

describe('the street of who bills', () => {
  breaksAlone([
    ...inEach(OWN, {
      ...{ id: 'V20', by: 'a box', at: ['/billing/address/address1'] },
      spoil: ({ billing }) => {
        billing.address.address1 = 'P.O. Box 77';
      },
    }),
    {
      ...{
        id: 'V20',
        claim: 'p2-dependent-cob',
        by: 'a mailbox in the second line',
        at: ['/billing/address/address2'],
      },
      spoil: ({ billing }) => {
        billing.address.address2 = 'PMB #12';
      },
    },
  ]);

  it.each([
    ...['PO Box 7', 'P.O. BOX 7', 'p o box 7', 'P. O. Box', 'POBox7', 'PO Bx 7', 'POB 77', 'P.O.B. 77', 'P.O.Box#12'],
    ...['Post Office Box 3', 'POSTAL BOX 3', 'Lockbox 9', 'Lock Box 9', '1 Main St, PO Box 4', 'LOCK BIN 3'],
    ...['PMB 12', '1 Main St PMB #12', '1 Main St PMB12', 'Private Mailbox 4', 'PO Drawer 5', 'Post Office Drawer 5'],
  ])('%s is a box', (line) => {
    expect(isBox(line)).toBe(true);
  });

  it.each([
    ...[
      '10 Poboxville Road',
      'Poboxville Road 3',
      '1 Boxwood Ln',
      'RR 2 Box 152',
      '5 Post Office Sq',
      '7 Postbox-Lane',
    ],
    ...['100 Hospital Dr POB 2', 'POB 2 Ste 300', '4 Lockboxer Way', 'PMB Building', '12 Po Blvd', ''],
  ])('%s is none', (line) => {
    expect(isBox(line)).toBe(false);
  });

  it.each(['P O ', 'POST OFFICE ', ' ', '.', '1', 'PMB'])('a long line of %j ends in an answer', (part) => {
    expect(isBox(part.repeat(200_000))).toBe(false);
  });
});

describe('parts of an address', () => {
  breaksAlone([
    ...inEach(OWN, {
      ...{ id: 'V21', by: 'no state and no postal code', at: [`${AT}/state`, `${AT}/postalCode`] },
      spoil: patientAt({ state: undefined, postalCode: undefined }),
    }),
    ...inEach(OWN, {
      ...{ id: 'V21', by: 'no street and no city', at: [`${AT}/address1`, `${AT}/city`] },
      spoil: patientAt({ address1: undefined, city: undefined, address2: 'Floor 2' }),
    }),
    ...inEach(DEPENDENTS, {
      ...{ id: 'V21', by: 'no state in Canada', at: ['/dependent/address/state'] },
      spoil: ({ dependent }) => {
        dependent.address = { address1: '1 Main St', city: 'Toronto', postalCode: 'M5V2T6', countryCode: 'CA' };
      },
    }),
    {
      ...{ id: 'V21', claim: 'p1-subscriber', by: 'a journey without a postal code' },
      at: ['/claimInformation/serviceLines/0/ambulancePickUpLocation/postalCode'],
      spoil: ({ claimInformation }) => {
        const place = { address1: '5 Oak Ave', city: 'Springfield', state: 'IL' };
        claimInformation.serviceLines[0].ambulancePickUpLocation = place;
      },
    },
    {
      // Its form lets the address be left out, the guide has N3 and N4 required (2010AC).
      ...{ id: 'V21', claim: 'i2-outpatient-cob', by: 'a plan to be paid without an address' },
      at: ['/billingPayToPlanName/address'],
      spoil: (request) => {
        const number = { identificationCodeQualifier: 'PI', identificationCode: '99976', taxId: '323456789' };
        request.billingPayToPlanName = { organizationName: 'Second Plan', ...number };
      },
    },
    ...inEach(OWN, {
      ...{ id: 'V22', by: 'five digits where the provider bills', at: ['/billing/address/postalCode'] },
      spoil: ({ billing }) => {
        billing.address.postalCode = '62701';
      },
    }),
    ...inEach(OWN, {
      ...{ id: 'V22', by: 'five digits of the facility' },
      at: ['/claimInformation/serviceFacilityLocation/address/postalCode'],
      spoil: ({ claimInformation }) => {
        claimInformation.serviceFacilityLocation = facility('62705');
      },
    }),
    ...inEach(['p1-subscriber', 'd1-crown'], {
      ...{ id: 'V22', by: 'five digits of the facility of a line' },
      at: ['/claimInformation/serviceLines/0/serviceFacilityLocation/address/postalCode'],
      spoil: ({ claimInformation }) => {
        claimInformation.serviceLines[0].serviceFacilityLocation = facility('62705');
      },
    }),
    ...inEach(OWN, {
      ...{ id: 'V22', by: 'six digits', at: [`${AT}/postalCode`] },
      spoil: patientAt({ postalCode: '627025' }),
    }),
    ...['627010000', '627019999'].flatMap((postalCode) =>
      inEach(OWN, {
        ...{ id: 'V22', by: `${postalCode}, which is made up`, at: ['/billing/address/postalCode'], isWarning: true },
        spoil: ({ billing }) => {
          billing.address.postalCode = postalCode;
        },
      }),
    ),
    ...inEach(OWN, {
      ...{ id: 'V23', by: 'a postal code of Mexico', at: [`${AT}/postalCode`] },
      spoil: patientAt({ state: undefined, postalCode: '64000', countryCode: 'MX' }),
    }),
    ...inEach(OWN, {
      ...{ id: 'V24', by: 'a state that is none', at: [`${AT}/countryCode`] },
      spoil: patientAt({ state: 'ZZ' }),
    }),
    ...inEach(OWN, {
      ...{
        id: 'V24',
        by: 'a province of Canada without the country, and its postal code not of Canada',
        at: [`${AT}/countryCode`],
      },
      spoil: patientAt({ state: 'ON' }),
    }),
    {
      ...{
        id: 'V24',
        claim: 'p1-subscriber',
        by: 'the state of California taken for a country',
        at: [`${AT}/countryCode`],
      },
      spoil: patientAt({ state: 'CA', countryCode: 'CA' }),
    },
    ...inEach(OWN, {
      ...{ id: 'V25', by: 'a part of the United States', at: [`${AT}/countrySubDivisionCode`] },
      spoil: patientAt({ countrySubDivisionCode: 'IL' }),
    }),
    {
      ...{ id: 'V25', claim: 'p1-subscriber', by: 'a part of Canada', at: [`${AT}/countrySubDivisionCode`] },
      spoil: patientAt({ state: 'ON', postalCode: 'M5V2T6', countryCode: 'CA', countrySubDivisionCode: 'ON' }),
    },
  ]);

  const abroad = { state: undefined, postalCode: undefined, countryCode: 'MX', countrySubDivisionCode: 'NLE' };
  keepsAll('an address abroad', OWN, patientAt(abroad));
  keepsAll('a state abroad', OWN, patientAt({ state: 'XX', postalCode: undefined, countryCode: 'MX' }));
  keepsAll('an address in Canada without its country', OWN, patientAt({ state: 'ON', postalCode: 'M5V 2T6' }));
  keepsAll('a ZIP code of five digits where the patient lives', OWN, patientAt({ postalCode: '62702' }));
  keepsAll('made-up digits where the patient lives', OWN, patientAt({ postalCode: '627020000' }));
  keepsAll('the United States named', OWN, patientAt({ countryCode: 'US' }));
  for (const state of ['AA', 'AE', 'AP', 'AS', 'DC', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'UM', 'VI'])
    keepsAll(`the state ${state}`, ['d1-crown'], patientAt({ state }));
});

describe('telephone numbers', () => {
  const numbers = ['555011', '12175550110', '1175550110', '2171550110', '217555O110', '21755501100'];
  breaksAlone([
    ...inEach(OWN, {
      ...{ id: 'V26', by: 'nine digits', at: ['/submitter/contactInformation/phoneNumber'] },
      spoil: ({ submitter }) => {
        submitter.contactInformation.phoneNumber = '312555017';
      },
    }),
    ...numbers
      .filter((number) => number !== '12175550110')
      .map(
        (number): Breach => ({
          ...{ id: 'V26', claim: 'p1-subscriber', by: number, at: ['/billing/contactInformation/faxNumber'] },
          spoil: ({ billing }) => {
            billing.contactInformation.faxNumber = number;
          },
        }),
      ),
    ...inEach(['p1-subscriber', 'd1-crown'], {
      ...{ id: 'V26', by: 'words in an extension', at: ['/submitter/contactInformation/phoneExtension'] },
      spoil: ({ submitter }) => {
        submitter.contactInformation = { name: 'Dana', phoneNumber: '2025550143', phoneExtension: 'ask for Dana' };
      },
    }),
  ]);

  for (const number of ['+1 (217) 555-0110', '1-217-555-0110', '217.555.0110'])
    keepsAll(`the telephone number ${number}`, OWN, ({ submitter }) => {
      submitter.contactInformation.phoneNumber = number;
    });
});

it('names in the status whose address it is', () => {
  const request = spoilt('p2-dependent-cob', ({ billing, dependent, claimInformation }) => {
    billing.address.state = 'ZZ';
    dependent.address.state = 'ZZ';
    claimInformation.otherSubscriberInformation[0].otherPayerName.otherPayerAddress = {
      ...{ address1: '1 Main St', city: 'Dayton', state: 'ZZ', postalCode: '45402' },
    };
  });
  const { errors } = judgeClaim('professional', normalise('professional', request), '20260301');
  expect(errors.map(({ status }) => status)).toEqual(['A6:126:85', 'A6:126:QC', 'A6:126:PR']);
});
