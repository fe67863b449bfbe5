import { describe, expect, it } from 'vitest';
import { breaksAlone, judged, type Spoil, spoilt } from './breaks.js';

const LINE = '/claimInformation/serviceLines/0';
const PLACE = { address1: '3 Mill Rd', city: 'Springfield', state: 'IL', postalCode: '627030001' };
const JOURNEY = { ambulanceTransportReasonCode: 'A', transportDistanceInMiles: '12' };
const FACILITY = { organizationName: 'Hill Hospital', address: PLACE };

const anesthesia: Spoil = ({ claimInformation }) => {
  Object.assign(claimInformation.serviceLines[0].professionalService, { procedureCode: '00790' });
};

describe('anesthesia (V68)', () => {
  breaksAlone([
    {
      ...{ id: 'V68', claim: 'p1-subscriber', by: 'anesthesia in units', isWarning: true },
      spoil: anesthesia,
      at: [`${LINE}/professionalService/measurementUnit`],
    },
  ]);

  it.each(['99213', '00099', '02000', '01996', 'A0100'])('%s may be in units', (procedureCode) => {
    const request = spoilt('p1-subscriber', ({ claimInformation }) => {
      claimInformation.serviceLines[0].professionalService.procedureCode = procedureCode;
    });
    expect(judged('p1-subscriber', request)).toEqual({ errors: [], warnings: [] });
  });
});

describe('screening of children (V75)', () => {
  breaksAlone([
    {
      ...{ id: 'V75', claim: 'p1-subscriber', by: 'no word on a referral' },
      spoil: ({ claimInformation }) => {
        claimInformation.serviceLines[1].professionalService.epsdtIndicator = 'Y';
      },
      at: ['/claimInformation/epsdtReferral'],
    },
  ]);
});

describe('ambulances (V79, V80)', () => {
  breaksAlone([
    {
      ...{ id: 'V79', claim: 'p1-subscriber', by: 'a claim of an ambulance without a journey', isWarning: true },
      spoil: ({ claimInformation }) => {
        claimInformation.placeOfServiceCode = '41';
        for (const { professionalService } of claimInformation.serviceLines)
          delete professionalService.placeOfServiceCode;
      },
      at: ['/claimInformation/ambulanceTransportInformation'],
    },
    {
      ...{ id: 'V79', claim: 'p1-subscriber', by: 'a line of an ambulance without a journey', isWarning: true },
      spoil: ({ claimInformation }) => {
        claimInformation.serviceLines[0].professionalService.placeOfServiceCode = '42';
      },
      at: [`${LINE}/ambulanceTransportInformation`],
    },
    {
      ...{ id: 'V80', claim: 'p1-subscriber', by: 'a journey and a facility' },
      spoil: ({ claimInformation }) => {
        Object.assign(claimInformation, { ambulanceTransportInformation: JOURNEY, serviceFacilityLocation: FACILITY });
        Object.assign(claimInformation, { ambulancePickUpLocation: PLACE, ambulanceDropOffLocation: PLACE });
      },
      at: ['/claimInformation/serviceFacilityLocation'],
    },
    {
      ...{ id: 'V80', claim: 'p1-subscriber', by: 'a line with a journey and a facility' },
      spoil: ({ claimInformation }) => {
        Object.assign(claimInformation.serviceLines[0], {
          ...{ serviceFacilityLocation: FACILITY, ambulanceDropOffLocation: PLACE },
        });
      },
      at: [`${LINE}/serviceFacilityLocation`],
    },
  ]);

  it('a claim of an ambulance whose lines say their journeys breaks no rule', () => {
    const request = spoilt('p1-subscriber', ({ claimInformation }) => {
      claimInformation.placeOfServiceCode = '41';
      for (const line of claimInformation.serviceLines) line.ambulanceTransportInformation = JOURNEY;
      claimInformation.serviceLines[0].professionalService.placeOfServiceCode = '42';
    });
    expect(judged('p1-subscriber', request)).toEqual({ errors: [], warnings: [] });
  });
});
