import { describe, expect, it } from 'vitest';
import { createClaimCodec } from '../../src/claims/claim-codec.js';
import type { ClaimCodec, EncodeClaimOptions } from '../../src/claims/claim-codec-types.js';
import type { ClaimType } from '../../src/claims/claim-type.js';
import { loadGuide } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import { dentalRequest, institutionalRequest, professionalRequest } from './plain-requests.js';

const GUIDES = {
  professional: '837P-005010X222A1',
  institutional: '837I-005010X223A2',
  dental: '837D-005010X224A2',
} as const;
const OPTIONS: EncodeClaimOptions = {
  ...{ sender: { qualifier: 'ZZ', id: 'CLINIC' }, receiver: { qualifier: 'ZZ', id: 'PAYER' } },
  ...{ transactionId: 'BHT-1', now: Date.parse('2026-03-01T09:15:00Z'), controlNumber: 7 },
};

interface Outcome {
  /** Pointers of warnings, without those of repairs, each with its rule. */
  readonly warnings: readonly string[];
  readonly errors: readonly string[];
  readonly segments: readonly string[];
}

async function outcomeOf(type: ClaimType, request: unknown): Promise<Outcome> {
  const guide = await loadGuide(GUIDES[type]);
  const codec: ClaimCodec = createClaimCodec(type, guide);
  const { document, warnings, errors, problems } = codec.encode(request, OPTIONS);
  expect(problems).toEqual([]);
  const bytes = document === undefined ? undefined : createEngine({ guides: [guide] }).generate(document).bytes;
  return {
    warnings: warnings.filter(({ rule }) => rule !== 'repaired').map(({ pointer, rule }) => `${pointer} ${rule}`),
    errors: errors.map(({ id, pointer }) => `${id} ${pointer}`),
    segments: bytes === undefined ? [] : new TextDecoder().decode(bytes).split('~'),
  };
}

const LINE = '/claimInformation/serviceLines/0';

/** An institutional claim whose line has these properties too; `undefined` takes one away. */
function withLine(more: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return institutionalRequest(({ claimInformation }) => Object.assign(claimInformation.serviceLines[0], more));
}

describe('old dates of an institutional line', () => {
  it('make no period together with the date of the line', async () => {
    const dates = { serviceDate: '20260128', beginServiceDate: '20260129', endServiceDate: '20260131' };
    const { segments, warnings } = await outcomeOf('institutional', withLine({ serviceLineDateInformation: dates }));
    expect(segments).toContain('DTP*472*D8*20260130');
    const told = ['beginServiceDate', 'serviceDate', 'endServiceDate'];
    expect(warnings).toEqual(told.map((name) => `${LINE}/serviceLineDateInformation/${name} not-sent`));
  });

  it('stand for it where there is none, and of two beginnings the one is told that is not sent', async () => {
    const dates = { serviceDate: '20260129', beginServiceDate: '20260130', endServiceDate: '20260130' };
    const request = withLine({ serviceDate: undefined, serviceLineDateInformation: dates });
    const { segments, warnings } = await outcomeOf('institutional', request);
    expect(segments).toContain('DTP*472*RD8*20260130-20260130');
    expect(warnings).toContain(`${LINE}/serviceLineDateInformation/serviceDate not-sent`);
  });

  it('are refused where there is an end alone', async () => {
    const request = withLine({ serviceDate: undefined, serviceLineDateInformation: { endServiceDate: '20260130' } });
    expect((await outcomeOf('institutional', request)).errors.join()).toContain('V51');
  });
});

describe('old names of an institutional line', () => {
  it('add no decision of a payer to a list of decisions', async () => {
    const reasons = {
      adjustmentGroupCode: 'CO',
      claimAdjustmentDetails: [{ adjustmentReasonCode: '45', adjustmentAmount: '25.50' }],
    };
    const same = { otherPayerPrimaryIdentifier: 'OP1', serviceLinePaidAmount: '100.00', paidServiceUnitCount: '1' };
    const request = withLine({
      lineAdjudicationInformation: [
        { ...same, serviceLineRevenueCode: '0450', lineAdjustment: [reasons], adjudicationOrPaymentDate: '20260215' },
      ],
      lineAdjustmentInformation: {
        ...{ ...same, serviceIdQualifier: 'HC', procedureCode: '99283', claimAdjustment: reasons },
        ...{ claimPaidDate: '20260215', remainingPatientLiability: '0' },
      },
    });
    const { claimInformation, subscriber } = request as { claimInformation: JsonObject; subscriber: JsonObject };
    subscriber.paymentResponsibilityLevelCode = 'S';
    claimInformation.otherSubscriberInformation = {
      ...{ paymentResponsibilityLevelCode: 'P', individualRelationshipCode: '18', claimFilingIndicatorCode: '12' },
      ...{ payerPaidAmount: '100.00', benefitsAssignmentCertificationIndicator: 'Y', releaseOfInformationCode: 'Y' },
      otherSubscriberName: {
        ...{ otherInsuredQualifier: '1', otherInsuredLastName: 'DOE' },
        ...{ otherInsuredIdentifierTypeCode: 'MI', otherInsuredIdentifier: 'X1' },
      },
      otherPayerName: {
        ...{ otherPayerOrganizationName: 'OTHER', otherPayerIdentifierTypeCode: 'PI', otherPayerIdentifier: 'OP1' },
      },
    };
    const { segments, warnings, errors } = await outcomeOf('institutional', request);
    expect(errors).toEqual([]);
    expect(segments.filter((segment) => segment.startsWith('SVD*'))).toHaveLength(1);
    expect(warnings).toEqual([`${LINE}/lineAdjustmentInformation not-sent`]);
  });

  it('tell a number beside the one that is sent', async () => {
    const request = withLine({
      lineItemControlNumber: 'A',
      serviceLineReferenceInformation: { providerControlNumber: 'B' },
    });
    const { segments, warnings } = await outcomeOf('institutional', request);
    expect(segments).toContain('REF*6R*A');
    expect(warnings).toEqual([`${LINE}/serviceLineReferenceInformation not-sent`]);
  });

  it('tell a payer who uses no number', async () => {
    const references = [{ qualifier: '2U', identifier: 'P1' }];
    const renderingProvider = { lastName: 'HALL', npi: '1003000126', referenceIdentification: references };
    const { warnings } = await outcomeOf('institutional', withLine({ renderingProvider }));
    expect(warnings).toEqual([`${LINE}/renderingProvider/referenceIdentification/0 no-place`]);
  });
});

describe('a provider who orders', () => {
  const ordering = { lastName: 'HALL', npi: '1003000126' };

  it('is told where each line has its own', async () => {
    const request = professionalRequest((claim) => {
      claim.ordering = ordering;
      claim.claimInformation.serviceLines[0].orderingProvider = { lastName: 'BELL', npi: '1003000134' };
    });
    expect((await outcomeOf('professional', request)).warnings).toEqual(['/ordering not-sent']);
  });
});

describe('an organisation where the claim has room for a person', () => {
  it('is sent as the last name, and told so once', async () => {
    const request = professionalRequest((claim) => {
      claim.referring = { organizationName: 'HALL GROUP', npi: '1003000126' };
      claim.claimInformation.serviceLines[0].supervisingProvider = {
        organizationName: 'BELL GROUP',
        npi: '1003000134',
      };
    });
    const { segments, warnings } = await outcomeOf('professional', request);
    expect(segments).toContain('NM1*DN*1*HALL GROUP*****XX*1003000126');
    expect(segments).toContain('NM1*DQ*1*BELL GROUP*****XX*1003000134');
    expect(warnings).toEqual([
      '/referring/organizationName person-only',
      `${LINE}/supervisingProvider/organizationName person-only`,
    ]);
  });

  it('has no place beside a last name', async () => {
    const request = professionalRequest((claim) => {
      claim.referring = { organizationName: 'HALL GROUP', lastName: 'HALL', npi: '1003000126' };
    });
    expect((await outcomeOf('professional', request)).warnings).toEqual(['/referring/organizationName no-place']);
  });
});

describe('an extension without a telephone', () => {
  it('is not sent, and told', async () => {
    const request = professionalRequest((claim) => {
      const contactInformation = { phoneExtension: '12', email: 'desk@clinic.example' };
      claim.submitter.contactInformation = contactInformation;
      claim.billing.contactInformation = { name: 'DESK', ...contactInformation };
    });
    const { segments, warnings } = await outcomeOf('professional', request);
    expect(segments).toContain('PER*IC**EM*desk@clinic.example');
    expect(segments).toContain('PER*IC*DESK*EM*desk@clinic.example');
    expect(warnings).toEqual(
      ['submitter', 'billing'].map((name) => `/${name}/contactInformation/phoneExtension no-place`),
    );
  });
});

describe('a dental claim', () => {
  it('has no indicator of treatment beside its months', async () => {
    const request = dentalRequest(({ claimInformation }) => {
      claimInformation.orthodonticTotalMonthsOfTreatment = {
        monthsCount: 24,
        monthsRemaining: 6,
        treatmentIndicator: 'Y',
      };
    });
    const { segments, warnings } = await outcomeOf('dental', request);
    expect(segments).toContain('DN1*24*6');
    expect(warnings).toEqual(['/claimInformation/orthodonticTotalMonthsOfTreatment/treatmentIndicator not-sent']);
  });

  it('is refused where the place of a line has no address', async () => {
    const request = dentalRequest(({ claimInformation }) => {
      claimInformation.serviceLines[0].serviceFacilityLocation = { organizationName: 'ANNEX' };
    });
    const { errors } = await outcomeOf('dental', request);
    expect(errors).toEqual([`V21 ${LINE}/serviceFacilityLocation/address`]);
  });

  it('is refused where who renders has no specialty, which the guide demands', async () => {
    const request = dentalRequest((claim) => {
      claim.rendering = { lastName: 'HALL', npi: '1003000126' };
    });
    expect((await outcomeOf('dental', request)).errors).toEqual(['V14 /rendering/taxonomyCode']);
  });
});

describe('what stands alone and has no place so', () => {
  it('is a name to ask for without a number', async () => {
    const request = professionalRequest((claim) => {
      claim.billing.contactInformation = { name: 'DESK' };
      claim.claimInformation.serviceFacilityLocation = {
        ...{ organizationName: 'ANNEX', phoneName: 'DOOR' },
        address: { ...claim.billing.address, address1: '3 LAKE DR' },
      };
    });
    const { warnings, segments } = await outcomeOf('professional', request);
    expect(segments.filter((segment) => segment.startsWith('PER*'))).toEqual(['PER*IC**TE*2175550110']);
    const told = ['/billing/contactInformation/name', '/claimInformation/serviceFacilityLocation/phoneName'];
    expect(warnings).toEqual(told.map((pointer) => `${pointer} no-place`));
  });

  it('is a part of a price without its qualifier', async () => {
    const lineRepricingInformation = {
      ...{ pricingMethodologyCode: '00', repricedAllowedAmount: '1.00' },
      ...{ productOrServiceIDQualifier: 'HC', repricedApprovedServiceUnitCount: '2' },
    };
    const { warnings, segments } = await outcomeOf('institutional', withLine({ lineRepricingInformation }));
    expect(segments).toContain('HCP*00*1');
    const told = ['productOrServiceIDQualifier', 'repricedApprovedServiceUnitCount'];
    expect(warnings).toEqual(told.map((name) => `${LINE}/lineRepricingInformation/${name} not-sent`));
  });

  it('is the same of a dental line', async () => {
    const linePricingRepricingInformation = {
      ...{ pricingMethodologyCode: '00', repricedAllowedAmount: '1.00' },
      ...{ serviceIdQualifier: 'AD', repricedApprovedServiceUnitCount: 2 },
    };
    const request = dentalRequest(({ claimInformation }) =>
      Object.assign(claimInformation.serviceLines[0], { linePricingRepricingInformation }),
    );
    const { warnings, segments } = await outcomeOf('dental', request);
    expect(segments).toContain('HCP*00*1');
    const told = ['serviceIdQualifier', 'repricedApprovedServiceUnitCount'];
    expect(warnings).toEqual(told.map((name) => `${LINE}/linePricingRepricingInformation/${name} not-sent`));
  });
});

describe('what the guide demands and the form does not', () => {
  it('is the address of who bills', async () => {
    const request = professionalRequest(({ billing }) => {
      delete billing.address;
    });
    expect((await outcomeOf('professional', request)).errors).toEqual(['V21 /billing/address']);
  });

  it('is the cause of an accident that has a place', async () => {
    const request = professionalRequest(({ claimInformation }) => {
      claimInformation.autoAccidentStateCode = 'IL';
    });
    expect((await outcomeOf('professional', request)).errors).toEqual(['V55 /claimInformation/relatedCausesCode']);
  });
});

describe('a submitter without an id', () => {
  const request = professionalRequest(({ billing }) => {
    delete billing.npi;
    billing.commercialNumber = 'G2-1';
  });

  it('is refused where who bills has no NPI either', async () => {
    expect((await outcomeOf('professional', request)).errors).toEqual(['V17 /submitter/submitterIdentification']);
  });

  it('has that of the route', async () => {
    const guide = await loadGuide(GUIDES.professional);
    const options = { ...OPTIONS, route: { submitterId: 'S-1' } };
    expect(createClaimCodec('professional', guide).encode(request, options).errors).toEqual([]);
  });
});

describe('an institutional claim', () => {
  const CLAIM = '/claimInformation';

  it('is refused where a procedure has no day', async () => {
    const request = institutionalRequest(({ claimInformation }) => {
      claimInformation.principalProcedureInformation = { qualifierCode: 'BBR', principalProcedureCode: '0SR90JZ' };
      claimInformation.otherProcedureInformationList = [[{ qualifierCode: 'BBQ', otherProcedureCode: '0SR90J9' }]];
    });
    expect((await outcomeOf('institutional', request)).errors).toEqual([
      `V66 ${CLAIM}/principalProcedureInformation/principalProcedureDate`,
      `V66 ${CLAIM}/otherProcedureInformationList/0/0/otherProcedureDate`,
    ]);
  });

  it('is refused where what occurred on a day has a period', async () => {
    const occurred = { occurrenceSpanCode: '01', occurrenceSpanCodeDate: '20260130-20260131' };
    const request = institutionalRequest(({ claimInformation }) => {
      claimInformation.occurrenceInformationList = [[occurred]];
    });
    expect((await outcomeOf('institutional', request)).errors).toEqual([
      `V66 ${CLAIM}/occurrenceInformationList/0/0/occurrenceSpanCodeDate`,
    ]);
  });
});
