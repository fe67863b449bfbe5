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

type FastCheck = Omit<typeof fastCheck, 'default'>;
type Any = fastCheck.Arbitrary<unknown>;

/**
 * Answers as a payer might give them: subscribers and dependents, benefits with all that belongs to them, rejections at
 * every level, codes without texts, texts without codes. Each fits into a 271.
 * @param fc fast-check, which the caller has.
 */
export function eligibilityResponses(fc: FastCheck): fastCheck.Arbitrary<EligibilityResponse> {
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
  constructor(fc: FastCheck) {
    this.fc = fc;
  }

  common(): Any {
    const { fc } = this;
    return this.some({
      meta: this.some({ traceId: this.text(20) }),
      payer: this.payer(),
      provider: this.provider(),
      subscriber: this.member('subscriber'),
      subscriberTraceNumbers: fc.array(this.trace(), { maxLength: 3 }),
      planInformation: this.few(Object.values(PLAN_REFERENCES), this.text(20), 3),
      planDateInformation: this.few(Object.values(PLAN_DATES), this.period(), 5),
      benefitsInformation: fc.array(this.benefit(), { maxLength: 4 }),
      errors: fc.constant([]),
    });
  }

  payer(): Any {
    const { fc } = this;
    const ids = ['payorIdentification', 'federalTaxpayersIdNumber', 'npi', 'etin', 'naic'] as const;
    return fc
      .tuple(
        this.some({
          entityIdentifier: fc.constantFrom('Payer', 'Employer', 'PR'),
          entityType: fc.constantFrom('Person', 'Non-Person Entity'),
          name: this.text(30),
          lastName: this.text(30),
          firstName: this.text(20),
          contactInformation: this.contacts(),
          aaaErrors: fc.array(this.error(REJECT_LEVELS.payer, ['Loop 2000A', 'Loop 2100A']), { maxLength: 2 }),
        }),
        fc.constantFrom(...ids),
        this.text(12),
      )
      .map(([payer, id, value]) => ({ ...(payer as object), [id]: value }));
  }

  provider(): Any {
    const { fc } = this;
    return this.some({
      entityIdentifier: fc.constantFrom('Provider', 'Hospital'),
      providerName: this.text(30),
      providerOrgName: this.text(30),
      providerFirstName: this.text(20),
      npi: this.digits(10),
      providerCode: fc.constantFrom('AD', 'PE'),
      referenceIdentification: this.text(10),
      address: this.address(),
      aaaErrors: fc.array(this.error(REJECT_LEVELS.provider, ['Loop 2100B']), { maxLength: 2 }),
    });
  }

  member(role: 'subscriber' | 'dependent'): Any {
    const { fc } = this;
    const letter = role === 'subscriber' ? 'C' : 'D';
    return this.some({
      lastName: this.text(30),
      firstName: this.text(20),
      middleName: this.text(10),
      suffix: this.text(5),
      ...(role === 'subscriber' ? { memberId: this.text(20), uniqueHealthIdentifier: this.text(20) } : {}),
      dateOfBirth: this.day(),
      gender: fc.constantFrom('M', 'F', 'U'),
      address: this.address(),
      ssn: this.digits(9),
      groupNumber: this.text(10),
      groupDescription: this.text(20),
      planNumber: this.text(10),
      planNetworkDescription: this.text(20),
      relationToSubscriberCode: fc.constantFrom('18', '01', '19'),
      maintenanceTypeCode: fc.constant('001'),
      birthSequenceNumber: fc.constantFrom('1', '2'),
      healthCareDiagnosisCodes: fc.array(
        fc.record({ diagnosisTypeCode: fc.constantFrom('ABK', 'ABF'), diagnosisCode: this.text(7) }),
        { maxLength: 8 },
      ),
      informationStatusCode: fc.constantFrom('A', 'C'),
      description: this.text(20),
      dateTimePeriod: this.day(),
      startDateTimePeriod: this.day(),
      endDateTimePeriod: this.day(),
      responseProvider: this.some({
        providerCode: fc.constantFrom('PC', 'RF'),
        referenceIdentification: this.text(10),
      }),
      aaaErrors: fc.array(this.error(REJECT_LEVELS[role], [`Loop 2100${letter}`, `Loop 2110${letter}`]), {
        maxLength: 2,
      }),
    });
  }

  benefit(): Any {
    const { fc } = this;
    const base = fc.record({ code: this.code(BENEFIT_TEXTS) });
    const more = this.some({
      coverageLevelCode: this.code(COVERAGE_LEVEL_TEXTS),
      serviceTypeCodes: fc.array(this.code(SERVICE_TYPE_TEXTS), { minLength: 1, maxLength: 5 }),
      insuranceType: fc.constantFrom(...Object.values(INSURANCE_TYPE_TEXTS)),
      planCoverage: this.text(30),
      timeQualifierCode: this.code(TIME_TEXTS),
      benefitAmount: this.decimal(),
      benefitPercent: this.decimal(),
      quantityQualifierCode: this.code(QUANTITY_TEXTS),
      benefitQuantity: this.whole(),
      authOrCertIndicator: fc.constantFrom('Y', 'N', 'U'),
      inPlanNetworkIndicatorCode: this.code(NETWORK_TEXTS),
      compositeMedicalProcedureIdentifier: this.procedure(),
      benefitsServiceDelivery: fc.array(this.delivery(), { maxLength: 2 }),
      benefitsAdditionalInformation: this.few(
        [...Object.values(BENEFIT_REFERENCES), ...Object.values(BENEFIT_REFERENCE_TWINS)],
        this.text(20),
        4,
      ),
      benefitsDateInformation: this.few(Object.values(BENEFIT_DATES), this.period(), 5),
      additionalInformation: fc.array(fc.record({ description: this.text(60) }), { maxLength: 3 }),
      eligibilityAdditionalInformationList: fc.array(this.additional(), { maxLength: 2 }),
      benefitsRelatedEntities: fc.array(this.entity(), { maxLength: 2 }),
    });
    return fc.tuple(base, more).map(([one, two]) => ({ ...one, ...(two as object) }));
  }

  procedure(): Any {
    const { fc } = this;
    return fc.record(
      {
        productOrServiceIDQualifierCode: this.code(PROCEDURE_QUALIFIER_TEXTS),
        procedureCode: this.text(10),
        procedureModifiers: fc.array(fc.constantFrom('25', '59', 'GT'), { maxLength: 4 }),
        diagnosisCodePointer: fc.array(fc.constantFrom('1', '2'), { maxLength: 4 }),
      },
      { requiredKeys: ['productOrServiceIDQualifierCode', 'procedureCode'] },
    );
  }

  delivery(): Any {
    return this.some({
      quantityQualifierCode: this.code(DELIVERY_QUANTITY_TEXTS),
      quantity: this.whole(),
      unitForMeasurementQualifierCode: this.code(UNIT_TEXTS),
      sampleSelectionModulus: this.whole(),
      timePeriodQualifierCode: this.code(TIME_TEXTS),
      numOfPeriods: this.whole(),
      deliveryOrCalendarPatternQualifierCode: this.code(PATTERN_TEXTS),
      deliveryPatternTimeCode: this.fc.constantFrom(...Object.values(PATTERN_TIME_TEXTS)),
    });
  }

  additional(): Any {
    const { fc } = this;
    return fc.oneof(
      fc.record({ codeListQualifierCode: fc.constant('ZZ'), industryCode: fc.constantFrom('11', '22', '77') }),
      fc.record({
        codeListQualifierCode: fc.constant('GR'),
        industryCode: this.digits(2),
        codeCategory: fc.constant('44'),
      }),
    );
  }

  entity(): Any {
    const { fc } = this;
    return fc.record(
      {
        entityIdentifier: fc.constantFrom(...Object.values(RELATED_ENTITY_TEXTS)),
        entityName: this.text(30),
        entityFirstname: this.text(20),
        entityIdentification: fc.constant('XX'),
        entityIdentificationValue: this.digits(10),
        address: this.address(),
        contactInformation: this.contacts(),
        providerInformation: this.some({ providerCode: fc.constant('PE'), referenceIdentification: this.text(10) }),
      },
      { requiredKeys: ['entityIdentifier', 'entityName'] },
    );
  }

  contacts(): Any {
    const { fc } = this;
    const contact = fc.record({
      communicationMode: fc.constantFrom(...Object.values(CONTACT_TEXTS)),
      communicationNumber: fc.oneof(this.digits(10), fc.constant('(555) 010-0199'), fc.constant('help@payer.example')),
    });
    return this.some({ name: this.text(20), contacts: fc.array(contact, { maxLength: 9 }) });
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
        referenceIdentification: this.text(20),
        originatingCompanyIdentifier: this.digits(10),
        secondaryReferenceIdentification: this.text(20),
      },
      { requiredKeys: ['referenceIdentification'] },
    );
  }

  address(): Any {
    return this.some({
      address1: this.text(30),
      address2: this.text(30),
      city: this.text(20),
      state: this.fc.constantFrom('NY', 'CA'),
      postalCode: this.digits(5),
    });
  }

  /** Properties that may be absent. */
  some(properties: Readonly<Record<string, Any>>): Any {
    return this.fc.record(properties, { requiredKeys: [] });
  }

  /** A few of many properties, all of one kind. */
  few(names: readonly string[], value: Any, most: number): Any {
    const { fc } = this;
    return fc
      .uniqueArray(fc.tuple(fc.constantFrom(...names), value), { maxLength: most, selector: ([name]) => name })
      .map((pairs) => Object.fromEntries(pairs));
  }

  code(texts: object): fastCheck.Arbitrary<string> {
    return this.fc.constantFrom(...Object.keys(texts));
  }

  /** Text that no delimiter and no blank at either end is in. */
  text(most: number): fastCheck.Arbitrary<string> {
    const letters = this.fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
    return this.fc.array(letters, { minLength: 2, maxLength: most }).map((all) => all.join(''));
  }

  digits(count: number): fastCheck.Arbitrary<string> {
    const { fc } = this;
    return fc
      .array(fc.constantFrom(...'0123456789'), { minLength: count, maxLength: count })
      .map((all) => all.join(''));
  }

  decimal(): fastCheck.Arbitrary<string> {
    return this.fc.constantFrom('0', '25', '6000.00', '.4', '0.10', '.00', '5555.16');
  }

  whole(): fastCheck.Arbitrary<string> {
    return this.fc.integer({ min: 1, max: 99 }).map(String);
  }

  day(): fastCheck.Arbitrary<string> {
    const { fc } = this;
    return fc
      .tuple(fc.integer({ min: 1930, max: 2030 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
      .map(([year, month, date]) => `${year}${String(month).padStart(2, '0')}${String(date).padStart(2, '0')}`);
  }

  period(): fastCheck.Arbitrary<string> {
    const { fc } = this;
    return fc.oneof(
      this.day(),
      fc.tuple(this.day(), this.day()).map((days) => [...days].sort().join('-')),
    );
  }
}
