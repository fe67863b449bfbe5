import { describe, expect, it } from 'vitest';
import { judgeClaim } from '../../../src/claims/edits/judge-claim.js';
import { normalise } from '../../../src/claims/prepare-claim.js';
import { breaksAlone, spoilt } from './breaks.js';
import { inEach, OWN } from './one-of-each.js';

const BILLING = ['/billing/npi'];
const TAX = ['/billing/employerId'];

describe('numbers of providers', () => {
  breaksAlone([
    ...inEach(OWN, {
      ...{ id: 'V10', by: 'two digits of an NPI in the wrong order', at: BILLING },
      spoil: ({ billing }) => {
        billing.npi = `${billing.npi.slice(0, 6)}${billing.npi[7]}${billing.npi[6]}${billing.npi.slice(8)}`;
      },
    }),
    {
      ...{
        id: 'V10',
        claim: 'p1-subscriber',
        by: 'an NPI that begins with 3 and passes its check',
        at: ['/referring/npi'],
      },
      spoil: ({ referring }) => {
        referring.npi = '3555001031';
      },
    },
    {
      ...{ id: 'V10', claim: 'i1-inpatient', by: 'the NPI of a service facility, which has another name' },
      at: ['/claimInformation/serviceFacilityLocation/identificationCode'],
      spoil: ({ claimInformation }) => {
        claimInformation.serviceFacilityLocation = {
          ...{ organizationName: 'Lake Annex', identificationCode: '1555001051' },
          address: { address1: '3 Lake Dr', city: 'Chicago', state: 'IL', postalCode: '606050003' },
        };
      },
    },
    ...inEach(OWN, {
      ...{ id: 'V11', by: 'no number of who bills', at: BILLING },
      spoil: ({ billing }) => {
        delete billing.npi;
        delete billing.secondaryIdentifier;
        delete billing.secondaryIdentificationQualifierCode;
      },
    }),
    ...['22345678', '222222222', '073456789'].flatMap((number) =>
      inEach(OWN, {
        ...{ id: 'V12', by: `a tax number that none can have, ${number}`, at: TAX },
        spoil: ({ billing }) => {
          billing.employerId = number;
        },
      }),
    ),
    ...inEach(OWN, {
      ...{ id: 'V12', by: 'no tax number', at: TAX },
      spoil: ({ billing }) => {
        delete billing.employerId;
      },
    }),
    {
      ...{ id: 'V12', claim: 'p2-dependent-cob', by: 'a social security number of one digit', at: ['/billing/ssn'] },
      spoil: ({ billing }) => {
        billing.ssn = '111111111';
      },
    },
    {
      ...{ id: 'V13', claim: 'p2-dependent-cob', by: 'eight digits', at: ['/billing/ssn'] },
      spoil: ({ billing }) => {
        billing.ssn = '90011222';
      },
    },
    ...inEach(OWN, {
      ...{ id: 'V13', by: 'letters', at: ['/subscriber/ssn'] },
      spoil: ({ subscriber }) => {
        subscriber.ssn = '90011222X';
      },
    }),
    ...inEach(OWN, {
      ...{ id: 'V14', by: 'a taxonomy code without its X', at: ['/billing/taxonomyCode'] },
      spoil: ({ billing }) => {
        billing.taxonomyCode = '2084N0400Y';
      },
    }),
    {
      ...{ id: 'V15', claim: 'p1-subscriber', by: 'a UPIN of two letters', at: ['/rendering/providerUpinNumber'] },
      spoil: ({ rendering }) => {
        rendering.providerUpinNumber = 'AB1234';
      },
    },
    {
      ...{ id: 'V15', claim: 'p1-subscriber', by: 'a UPIN in the list of a line' },
      at: ['/claimInformation/serviceLines/0/referringProvider/secondaryIdentifier/0/identifier'],
      spoil: ({ claimInformation }) => {
        claimInformation.serviceLines[0].referringProvider = {
          ...{ lastName: 'Moor', firstName: 'Ian', npi: '1555001035' },
          secondaryIdentifier: [{ qualifier: '1G', identifier: '12345' }],
        };
      },
    },
    {
      ...{
        id: 'V15',
        claim: 'i1-inpatient',
        by: 'a UPIN that its qualifier names',
        at: ['/attending/secondaryIdentifier'],
      },
      spoil: ({ attending }) => {
        attending.secondaryIdentificationQualifierCode = '1G';
        attending.secondaryIdentifier = 'A1234';
      },
    },
    {
      ...{ id: 'V15', claim: 'd1-crown', by: 'a UPIN that is too long', at: ['/rendering/providerUpinNumber'] },
      spoil: ({ rendering }) => {
        rendering.providerUpinNumber = 'A123456';
      },
    },
  ]);
});

describe('names of providers', () => {
  breaksAlone([
    ...inEach(['p1-subscriber', 'd1-crown'], {
      ...{ id: 'V16', by: 'a first name alone', at: ['/rendering/lastName'] },
      spoil: ({ rendering }) => {
        delete rendering.lastName;
      },
    }),
    ...inEach(['p1-subscriber', 'd1-crown'], {
      ...{ id: 'V16', by: 'no name of who bills', at: ['/billing/lastName'] },
      spoil: ({ billing }) => {
        delete billing.organizationName;
      },
    }),
    {
      ...{ id: 'V16', claim: 'i1-inpatient', by: 'no name of who bills', at: ['/billing/organizationName'] },
      spoil: ({ billing }) => {
        delete billing.organizationName;
      },
    },
    {
      ...{ id: 'V16', claim: 'i1-inpatient', by: 'a first name alone', at: ['/attending/lastName'] },
      spoil: ({ attending }) => {
        delete attending.lastName;
      },
    },
    {
      ...{ id: 'V16', claim: 'p1-subscriber', by: 'a nameless provider of a line' },
      at: ['/claimInformation/serviceLines/1/supervisingProvider/lastName'],
      spoil: ({ claimInformation }) => {
        claimInformation.serviceLines[1].supervisingProvider = { firstName: 'Ian', npi: '1555001035' };
      },
    },
    ...inEach(OWN, {
      ...{ id: 'V17', by: 'a submitter who cannot be asked', at: ['/submitter/contactInformation'] },
      spoil: ({ submitter }) => {
        submitter.contactInformation = { name: 'Dana Reed' };
      },
    }),
  ]);
});

it('names the provider in the status', () => {
  const request = spoilt('p1-subscriber', ({ billing, rendering, referring }) => {
    billing.npi = '1555001018';
    delete rendering.lastName;
    referring.providerUpinNumber = '1';
  });
  const { errors } = judgeClaim('professional', normalise('professional', request), '20260301');
  expect(errors.map(({ id, status }) => [id, status])).toEqual([
    ['V10', 'A7:562:85'],
    ['V15', 'A7:560:DN'],
    ['V16', 'A6:125:82'],
  ]);
});
