import { describe, expect, it } from 'vitest';
import { createClaimCodec } from '../../../src/claims/claim-codec.js';
import type { ClaimType } from '../../../src/claims/claim-type.js';
import { pointersAsGiven } from '../../../src/claims/places/as-given.js';
import { loadGuide } from '../../../src/guides/catalogue.js';
import type { JsonObject } from '../../../src/model/json.js';
import { institutionalRequest, professionalRequest } from '../plain-requests.js';

const codecs = {
  professional: createClaimCodec('professional', await loadGuide('837P-005010X222A1')),
  institutional: createClaimCodec('institutional', await loadGuide('837I-005010X223A2')),
};
const NOW = { now: Date.parse('2026-03-01T09:15:00Z') };
/** It does not pass its check digit. */
const WRONG = '1245319590';

function told(type: 'professional' | 'institutional', request: JsonObject): readonly string[] {
  return codecs[type].check(request, NOW).errors.map(({ id, pointer }) => `${id} ${pointer}`);
}

describe('a broken rule is told of the request as it was given', () => {
  it('of a provider in the old list', () => {
    const request = professionalRequest((claim) => {
      claim.providers = [
        { providerType: 'RenderingProvider', lastName: 'HALL', npi: '1003000126' },
        { providerType: 'ReferringProvider', lastName: 'BELL', npi: WRONG },
      ];
    });
    expect(told('professional', request)).toEqual(['V10 /providers/1/npi']);
  });

  it('of a provider who orders for all lines, alone or in the old list', () => {
    const alone = professionalRequest((claim) => {
      claim.ordering = { lastName: 'HALL', npi: WRONG };
    });
    expect(told('professional', alone)).toEqual(['V10 /ordering/npi']);
    const listed = professionalRequest((claim) => {
      claim.providers = [{ providerType: 'OrderingProvider', lastName: 'HALL', npi: WRONG }];
    });
    expect(told('professional', listed)).toEqual(['V10 /providers/0/npi']);
  });

  it('of a report beside a list of reports', () => {
    const report = { attachmentReportTypeCode: 'OZ', attachmentTransmissionCode: 'BM' };
    const request = professionalRequest(({ claimInformation }) => {
      claimInformation.claimSupplementalInformation = {
        reportInformation: { ...report, attachmentTransmissionCode: 'AA', attachmentControlNumber: 'A1' },
        reportInformations: [{ ...report, attachmentControlNumber: 'A1' }],
      };
    });
    const at = '/claimInformation/claimSupplementalInformation';
    expect(told('professional', request).toSorted()).toEqual([
      `V73 ${at}/reportInformation/attachmentControlNumber`,
      `V73 ${at}/reportInformations/0/attachmentControlNumber`,
    ]);
  });

  it('of the other subscriber of an institutional claim in a list of one', () => {
    const request = institutionalRequest(({ claimInformation }) => {
      claimInformation.otherSubscriberInformation = [
        {
          ...{ paymentResponsibilityLevelCode: 'P', individualRelationshipCode: '18', claimFilingIndicatorCode: '12' },
          ...{ benefitsAssignmentCertificationIndicator: 'Y', releaseOfInformationCode: 'Y' },
          otherSubscriberName: {
            ...{ otherInsuredQualifier: '1', otherInsuredLastName: 'DOE' },
            ...{ otherInsuredIdentifierTypeCode: 'MI', otherInsuredIdentifier: 'X1' },
          },
          otherPayerName: {
            ...{ otherPayerOrganizationName: 'OTHER', otherPayerIdentifierTypeCode: 'PI', otherPayerIdentifier: 'OP1' },
          },
        },
      ];
    });
    const list = '/claimInformation/otherSubscriberInformation';
    const pointers = told('institutional', request).map((one) => one.split(' ')[1] ?? '');
    expect(pointers.length).toBeGreaterThan(0);
    for (const pointer of pointers.filter((one) => one.startsWith(list))) expect(pointer).toContain(`${list}/0/`);
  });
});

const LINE = '/claimInformation/serviceLines/1';

describe('the pointer of a property that was moved', () => {
  it.each<readonly [string, ClaimType, JsonObject, string, string]>([
    [
      'an old name',
      'professional',
      { subscriber: { policyNumber: 'A' } },
      '/subscriber/groupNumber',
      '/subscriber/policyNumber',
    ],
    [
      'a new name that is there',
      'professional',
      { subscriber: { policyNumber: 'A', groupNumber: 'B' } },
      '/subscriber/groupNumber',
      '/subscriber/groupNumber',
    ],
    [
      'an old date of a line',
      'institutional',
      { claimInformation: { serviceLines: [{}, { serviceLineDateInformation: { serviceDate: '20260130' } }] } },
      `${LINE}/serviceDate`,
      `${LINE}/serviceLineDateInformation/serviceDate`,
    ],
    [
      'a single value behind a list',
      'dental',
      { claimInformation: { fileInformationList: ['A'], fileInformation: 'B' } },
      '/claimInformation/fileInformationList/1',
      '/claimInformation/fileInformation',
    ],
    [
      'a single number before a list of numbers',
      'professional',
      {
        claimInformation: {
          serviceLines: [{}, { renderingProvider: { commercialNumber: 'A', secondaryIdentifier: [{}] } }],
        },
      },
      `${LINE}/renderingProvider/secondaryIdentifier/0/identifier`,
      `${LINE}/renderingProvider/commercialNumber`,
    ],
    [
      'what is in no list',
      'dental',
      {},
      '/claimInformation/fileInformationList/1',
      '/claimInformation/fileInformationList/1',
    ],
  ])('is that of %s', (_, type, given, now, old) => {
    expect(pointersAsGiven(type, given)(now)).toBe(old);
  });
});
