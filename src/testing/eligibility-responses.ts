import type * as fastCheck from 'fast-check';
import type { EligibilityResponse } from '../eligibility/response.js';
import {
  BENEFIT_DATES,
  BENEFIT_REFERENCE_TWINS,
  BENEFIT_REFERENCES,
  PLAN_DATES,
  PLAN_REFERENCES,
} from '../eligibility/response-names.js';
import {
  BENEFIT_TEXTS,
  COVERAGE_LEVEL_TEXTS,
  INSURANCE_TYPE_TEXTS,
  NETWORK_TEXTS,
  PROCEDURE_QUALIFIER_TEXTS,
  QUANTITY_TEXTS,
  TIME_TEXTS,
} from '../eligibility/texts/benefit-texts.js';
import {
  DELIVERY_QUANTITY_TEXTS,
  PATTERN_TEXTS,
  PATTERN_TIME_TEXTS,
  UNIT_TEXTS,
} from '../eligibility/texts/delivery-texts.js';
import { CONTACT_TEXTS, RELATED_ENTITY_TEXTS } from '../eligibility/texts/entity-texts.js';
import { REJECT_LEVELS } from '../eligibility/texts/reject-levels.js';
import { FOLLOW_UP_TEXTS } from '../eligibility/texts/reject-texts.js';
import { SERVICE_TYPE_TEXTS } from '../eligibility/texts/service-type-texts.js';
import { requireForm } from '../model/check-options.js';

import { ArbitraryValues, type FastCheck } from './arbitrary-values.js';

type Any = fastCheck.Arbitrary<unknown>;

/**
 * Answers as a payer might give them: subscribers and dependents, benefits with all that belongs to them, rejections at
 * every level, codes without texts, texts without codes. Each fits into a 271.
 * @param fc fast-check, which the caller has.
 */
export function eligibilityResponses(fc: FastCheck): fastCheck.Arbitrary<EligibilityResponse> {
  requireForm('eligibilityResponses', 'record', fc?.record, 'function');
  const make = new Parts(fc);
  const response = fc
    .record({
      patient: fc.constantFrom('subscriber', 'dependent'),
      common: make.common(),
      dependent: make.member('dependent'),
    })
    .map(({ patient, common, dependent }) => ({
      ...(common as object),
      dependents: patient === 'dependent' ? [dependent] : [],
    }));
  // Built of the properties of the type and no others; the record types of fast-check do not say so.
  return response as unknown as fastCheck.Arbitrary<EligibilityResponse>;
}

class Parts {
  readonly fc: FastCheck;
  readonly values: ArbitraryValues;

  constructor(fc: FastCheck) {
    this.fc = fc;
    this.values = new ArbitraryValues(fc);
  }

  common(): Any {
    const { fc } = this;
    return this.values.some({
      meta: this.values.some({ traceId: this.values.text(20) }),
      payer: this.payer(),
      provider: this.provider(),
      subscriber: this.member('subscriber'),
      subscriberTraceNumbers: fc.array(this.trace(), { maxLength: 3 }),
      planInformation: this.values.few(Object.values(PLAN_REFERENCES), this.values.text(20), 3),
      planDateInformation: this.values.few(Object.values(PLAN_DATES), this.values.period(), 5),
      benefitsInformation: fc.array(this.benefit(), { maxLength: 4 }),
      errors: fc.constant([]),
    });
  }

  payer(): Any {
    const { fc } = this;
    const ids = ['payorIdentification', 'federalTaxpayersIdNumber', 'npi', 'etin', 'naic'] as const;
    return fc
      .tuple(
        this.values.some({
          entityIdentifier: fc.constantFrom('Payer', 'Employer', 'PR'),
          entityType: fc.constantFrom('Person', 'Non-Person Entity'),
          name: this.values.text(30),
          lastName: this.values.text(30),
          firstName: this.values.text(20),
          contactInformation: this.contacts(),
          aaaErrors: fc.array(this.error(REJECT_LEVELS.payer, ['Loop 2000A', 'Loop 2100A']), { maxLength: 2 }),
        }),
        fc.constantFrom(...ids),
        this.values.text(12),
      )
      .map(([payer, id, value]) => ({ ...(payer as object), [id]: value }));
  }

  provider(): Any {
    const { fc } = this;
    return this.values.some({
      entityIdentifier: fc.constantFrom('Provider', 'Hospital'),
      providerName: this.values.text(30),
      providerOrgName: this.values.text(30),
      providerFirstName: this.values.text(20),
      npi: this.values.digits(10),
      providerCode: fc.constantFrom('AD', 'PE'),
      referenceIdentification: this.values.text(10),
      address: this.address(),
      aaaErrors: fc.array(this.error(REJECT_LEVELS.provider, ['Loop 2100B']), { maxLength: 2 }),
    });
  }

  member(role: 'subscriber' | 'dependent'): Any {
    const { fc } = this;
    const letter = role === 'subscriber' ? 'C' : 'D';
    return this.values.some({
      lastName: this.values.text(30),
      firstName: this.values.text(20),
      middleName: this.values.text(10),
      suffix: this.values.text(5),
      ...(role === 'subscriber'
        ? { memberId: this.values.text(20), uniqueHealthIdentifier: this.values.text(20) }
        : {}),
      dateOfBirth: this.values.day(),
      gender: fc.constantFrom('M', 'F', 'U'),
      address: this.address(),
      ssn: this.values.digits(9),
      groupNumber: this.values.text(10),
      groupDescription: this.values.text(20),
      planNumber: this.values.text(10),
      planNetworkDescription: this.values.text(20),
      relationToSubscriberCode: fc.constantFrom('18', '01', '19'),
      maintenanceTypeCode: fc.constant('001'),
      birthSequenceNumber: fc.constantFrom('1', '2'),
      healthCareDiagnosisCodes: fc.array(
        fc.record({ diagnosisTypeCode: fc.constantFrom('ABK', 'ABF'), diagnosisCode: this.values.text(7) }),
        { maxLength: 8 },
      ),
      informationStatusCode: fc.constantFrom('A', 'C'),
      description: this.values.text(20),
      dateTimePeriod: this.values.day(),
      startDateTimePeriod: this.values.day(),
      endDateTimePeriod: this.values.day(),
      responseProvider: this.values.some({
        providerCode: fc.constantFrom('PC', 'RF'),
        referenceIdentification: this.values.text(10),
      }),
      aaaErrors: fc.array(this.error(REJECT_LEVELS[role], [`Loop 2100${letter}`, `Loop 2110${letter}`]), {
        maxLength: 2,
      }),
    });
  }

  benefit(): Any {
    const { fc } = this;
    const base = fc.record({ code: this.values.code(BENEFIT_TEXTS) });
    const more = this.values.some({
      coverageLevelCode: this.values.code(COVERAGE_LEVEL_TEXTS),
      serviceTypeCodes: fc.array(this.values.code(SERVICE_TYPE_TEXTS), { minLength: 1, maxLength: 5 }),
      insuranceType: fc.constantFrom(...Object.values(INSURANCE_TYPE_TEXTS)),
      planCoverage: this.values.text(30),
      timeQualifierCode: this.values.code(TIME_TEXTS),
      benefitAmount: this.values.decimal(),
      benefitPercent: this.values.decimal(),
      quantityQualifierCode: this.values.code(QUANTITY_TEXTS),
      benefitQuantity: this.values.whole(),
      authOrCertIndicator: fc.constantFrom('Y', 'N', 'U'),
      inPlanNetworkIndicatorCode: this.values.code(NETWORK_TEXTS),
      compositeMedicalProcedureIdentifier: this.procedure(),
      benefitsServiceDelivery: fc.array(this.delivery(), { maxLength: 2 }),
      benefitsAdditionalInformation: this.values.few(
        [...Object.values(BENEFIT_REFERENCES), ...Object.values(BENEFIT_REFERENCE_TWINS)],
        this.values.text(20),
        4,
      ),
      benefitsDateInformation: this.values.few(Object.values(BENEFIT_DATES), this.values.period(), 5),
      additionalInformation: fc.array(fc.record({ description: this.values.text(60) }), { maxLength: 3 }),
      eligibilityAdditionalInformationList: fc.array(this.additional(), { maxLength: 2 }),
      benefitsRelatedEntities: fc.array(this.entity(), { maxLength: 2 }),
    });
    return fc.tuple(base, more).map(([one, two]) => ({ ...one, ...(two as object) }));
  }

  procedure(): Any {
    const { fc } = this;
    return fc.record(
      {
        productOrServiceIDQualifierCode: this.values.code(PROCEDURE_QUALIFIER_TEXTS),
        procedureCode: this.values.text(10),
        procedureModifiers: fc.array(fc.constantFrom('25', '59', 'GT'), { maxLength: 4 }),
        diagnosisCodePointer: fc.array(fc.constantFrom('1', '2'), { maxLength: 4 }),
      },
      { requiredKeys: ['productOrServiceIDQualifierCode', 'procedureCode'] },
    );
  }

  delivery(): Any {
    return this.values.some({
      quantityQualifierCode: this.values.code(DELIVERY_QUANTITY_TEXTS),
      quantity: this.values.whole(),
      unitForMeasurementQualifierCode: this.values.code(UNIT_TEXTS),
      sampleSelectionModulus: this.values.whole(),
      timePeriodQualifierCode: this.values.code(TIME_TEXTS),
      numOfPeriods: this.values.whole(),
      deliveryOrCalendarPatternQualifierCode: this.values.code(PATTERN_TEXTS),
      deliveryPatternTimeCode: this.fc.constantFrom(...Object.values(PATTERN_TIME_TEXTS)),
    });
  }

  additional(): Any {
    const { fc } = this;
    return fc.oneof(
      fc.record({ codeListQualifierCode: fc.constant('ZZ'), industryCode: fc.constantFrom('11', '22', '77') }),
      fc.record({
        codeListQualifierCode: fc.constant('GR'),
        industryCode: this.values.digits(2),
        codeCategory: fc.constant('44'),
      }),
    );
  }

  entity(): Any {
    const { fc } = this;
    return fc.record(
      {
        entityIdentifier: fc.constantFrom(...Object.values(RELATED_ENTITY_TEXTS)),
        entityName: this.values.text(30),
        entityFirstname: this.values.text(20),
        entityIdentification: fc.constant('XX'),
        entityIdentificationValue: this.values.digits(10),
        address: this.address(),
        contactInformation: this.contacts(),
        providerInformation: this.values.some({
          providerCode: fc.constant('PE'),
          referenceIdentification: this.values.text(10),
        }),
      },
      { requiredKeys: ['entityIdentifier', 'entityName'] },
    );
  }

  contacts(): Any {
    const { fc } = this;
    const contact = fc.record({
      communicationMode: fc.constantFrom(...Object.values(CONTACT_TEXTS)),
      communicationNumber: fc.oneof(
        this.values.digits(10),
        fc.constant('(555) 010-0199'),
        fc.constant('help@payer.example'),
      ),
    });
    return this.values.some({ name: this.values.text(20), contacts: fc.array(contact, { maxLength: 9 }) });
  }

  error(codes: readonly string[], locations: readonly string[]): Any {
    const { fc } = this;
    return fc.record({
      code: fc.constantFrom(...codes),
      followupAction: fc.constantFrom(...Object.values(FOLLOW_UP_TEXTS)),
      location: fc.constantFrom(...locations),
    });
  }

  trace(): Any {
    return this.fc.record(
      {
        traceTypeCode: this.fc.constantFrom('1', '2'),
        referenceIdentification: this.values.text(20),
        originatingCompanyIdentifier: this.values.digits(10),
        secondaryReferenceIdentification: this.values.text(20),
      },
      { requiredKeys: ['referenceIdentification'] },
    );
  }

  address(): Any {
    return this.values.some({
      address1: this.values.text(30),
      address2: this.values.text(30),
      city: this.values.text(20),
      state: this.fc.constantFrom('NY', 'CA'),
      postalCode: this.values.digits(5),
    });
  }
}
