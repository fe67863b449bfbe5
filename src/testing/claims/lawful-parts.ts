import type { ClaimType } from '../../claims/claim-type.js';
import { objectIn, objectsIn, without } from '../../claims/moves/json-parts.js';
import type { JsonObject } from '../../model/json.js';

type Part = (object: JsonObject, type: ClaimType) => JsonObject;

/** Completes what the guide wants of an object, by the property that holds it. */
export function lawfulPart(object: JsonObject, owner: string, type: ClaimType): JsonObject {
  let result = object;
  for (const [owners, part] of PARTS) if (owners.has(owner)) result = part(result, type);
  return result;
}

const address: Part = ({ countrySubDivisionCode, ...given }) => {
  const full: JsonObject = { address1: 'MAIN STREET 1', city: 'TOWN', ...given };
  // A part of a country stands in place of a state (E0207), and beside its country (C0704).
  return countrySubDivisionCode === undefined || full.countryCode === undefined || full.state !== undefined
    ? full
    : { ...full, countrySubDivisionCode };
};

const contact: Part = (given) => {
  const { phoneNumber, phoneExtension, faxNumber, email } = given;
  const lacks = phoneNumber === undefined && (phoneExtension !== undefined || (faxNumber ?? email) === undefined);
  return lacks ? { ...given, phoneNumber: '2175550199' } : given;
};

const PHONE: JsonObject = { phoneNumber: '2175550199' };

/** A person has one telephone. */
const person: Part = (given) =>
  given.contactInformation === undefined
    ? given
    : { ...given, contactInformation: { ...PHONE, ...objectIn(given.contactInformation) } };

const party: Part = (given) => (given.organizationName === undefined ? { lastName: 'ROE', ...given } : given);

/** Some are persons alone: an organisation is no name of theirs. */
const provider: Part = (given) => ({ lastName: 'ROE', ...given });

/** The guide of dental claims wants the specialty of who rendered. */
const specialist: Part = (given, type) => (type === 'dental' ? { taxonomyCode: '1223G0001X', ...given } : given);

/** DMG has both. */
const birth: Part = (given) =>
  given.dateOfBirth === undefined && given.gender === undefined
    ? given
    : { dateOfBirth: '19800229', gender: 'U', ...given };

const addressed: Part = (given) => ({ ...given, address: address(objectIn(given.address), 'dental') });

const facility: Part = (given) => {
  const called = given.phoneName !== undefined || given.phoneExtension !== undefined;
  return called ? { ...PHONE, ...given } : given;
};

const withTaxNumber: Part = (given) =>
  given.employerId === undefined && given.ssn === undefined ? { ...given, employerId: '341234567' } : given;

/** Both or neither. */
function pair(first: string, second: string, filled: JsonObject): Part {
  return (given) =>
    given[first] === undefined && given[second] === undefined ? given : { ...only(filled, [first, second]), ...given };
}

function only(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

/** A period that ends behind its beginning. */
function period(from: string, to: string): Part {
  return (given) => {
    const { [from]: start, [to]: end } = given;
    if (end === undefined) return given;
    if (start === undefined) return without(given, [to]);
    return String(start) > String(end) ? { ...given, [from]: end, [to]: start } : given;
  };
}

const COUNT = 'repricedApprovedServiceUnitCount';
const PRICED: JsonObject = {
  ...{ productOrServiceIDQualifier: 'HC', repricedApprovedHCPCSCode: 'J1100' },
  ...{ repricedApprovedServiceUnitCode: 'UN', measurementUnitCode: 'UN', [COUNT]: '2' },
};

const pricing: Part = (given, type) => {
  const { pricingMethodologyCode: code } = given;
  const whole = { ...given, ...(code === '06' && type !== 'institutional' ? { pricingMethodologyCode: '07' } : {}) };
  const filled = { ...PRICED, serviceIdQualifier: type === 'dental' ? 'AD' : 'HC' };
  const numbered: JsonObject = type === 'dental' ? { ...filled, [COUNT]: 2 } : filled;
  return PRICED_PAIRS.reduce((result, [first, second]) => pair(first, second, numbered)(result, type), whole);
};

const PRICED_PAIRS: readonly (readonly [string, string])[] = [
  ['productOrServiceIDQualifier', 'repricedApprovedHCPCSCode'],
  ['serviceIdQualifier', 'repricedApprovedHCPCSCode'],
  ['repricedApprovedServiceUnitCode', COUNT],
  ['measurementUnitCode', COUNT],
];

const DETAIL: JsonObject = { adjustmentReasonCode: '45', adjustmentAmount: '1.5' };

const adjustment: Part = (given, type) => {
  const name = type === 'institutional' ? 'claimAdjustmentDetails' : 'adjustmentDetails';
  const details = objectsIn(given[name]).map((one) => ({ ...DETAIL, ...one }));
  return { adjustmentGroupCode: 'CO', ...given, [name]: details.length === 0 ? [DETAIL] : details };
};

/** SVD03 and SVD04, where another payer has paid for a line of a hospital. */
const adjudication: Part = (given, type) =>
  type === 'institutional'
    ? { ...HOSPITAL_PROCEDURE, serviceLineRevenueCode: '0450', serviceIdQualifier: 'HC', ...given }
    : given;

const HOSPITAL_PROCEDURE: JsonObject = { productOrServiceIDQualifier: 'HC', procedureCode: '99283' };

const PROCEDURE: JsonObject = { procedureIdentifier: 'HC', procedureCode: '99283' };

/** SV202 is optional, and then of two at least. */
const hospitalService: Part = (given) =>
  ['procedureIdentifier', 'procedureCode', 'procedureModifiers', 'description'].some(
    (name) => given[name] !== undefined,
  )
    ? { ...PROCEDURE, ...given }
    : given;

const line: Part = (given, type) => (type === 'institutional' ? hospitalLine(given) : practiceLine(given));

const hospitalLine = (given: JsonObject): JsonObject => {
  // Dates under their old name stand alone, and so does no description.
  const dated =
    given.serviceLineDateInformation === undefined ? given : without(given, ['serviceDate', 'serviceDateEnd']);
  if (given.description === undefined) return dated;
  return { ...dated, institutionalService: { ...PROCEDURE, ...objectIn(given.institutionalService) } };
};

/** Of a place a line knows two kinds of numbers. */
const practiceLine = (given: JsonObject): JsonObject => {
  const place = objectIn(given.serviceFacilityLocation);
  const numbers = objectsIn(place.secondaryIdentifier);
  if (numbers.length === 0) return given;
  const secondaryIdentifier = numbers.map((one) => ({ ...one, qualifier: 'LU' }));
  return { ...given, serviceFacilityLocation: { ...place, secondaryIdentifier } };
};

/** What is missing; a code without its date is none. */
function filled(more: JsonObject): Part {
  return (given) => ({ ...more, ...given });
}

const form: Part = (given) => {
  const answers = objectsIn(given.supportingDocumentation).map((one) => ({ questionResponseCode: 'Y', ...one }));
  return {
    ...given,
    supportingDocumentation: answers.length > 0 ? answers : [{ questionNumber: '1', questionResponseCode: 'Y' }],
  };
};

const SPAN: JsonObject = { occurrenceSpanCodeStartDate: '20260105', occurrenceSpanCodeEndDate: '20260109' };

const CONTACTS = ['contactInformation'];
const PERSONS = ['subscriber', 'dependent'];
const PROVIDERS = [
  ...['referring', 'rendering', 'supervising', 'assistantSurgeon', 'attending', 'ordering'],
  ...['operatingPhysician', 'otherOperatingPhysician', 'providers'],
  ...['renderingProvider', 'referringProvider', 'supervisingProvider', 'orderingProvider'],
];
const ADDRESSES = [
  ...['address', 'payToAddress', 'payerAddress', 'otherInsuredAddress', 'otherPayerAddress'],
  ...['ambulancePickUpLocation', 'ambulanceDropOffLocation'],
];

/** In their order: an object is completed before the one that holds it. */
const PARTS: readonly (readonly [ReadonlySet<string>, Part])[] = (
  [
    [ADDRESSES, address],
    [CONTACTS, contact],
    [[...PERSONS, 'submitter', 'billing'], party],
    [PROVIDERS, provider],
    [['rendering', 'providers'], specialist],
    [PERSONS, person],
    [PERSONS, birth],
    [
      [
        'billing',
        'providers',
        'dependent',
        'payToPlan',
        'billingPayToPlanName',
        'billingPayToAddressName',
        'serviceFacilityLocation',
      ],
      addressed,
    ],
    [['serviceFacilityLocation'], facility],
    [['billing', 'providers'], withTaxNumber],
    [
      [
        'claimPricingRepricingInformation',
        'linePricingRepricingInformation',
        'claimPricingInformation',
        'lineRepricingInformation',
        'linePricingInformation',
      ],
      pricing,
    ],
    [['claimLevelAdjustments', 'claimAdjustmentInformation', 'lineAdjustment', 'claimAdjustment'], adjustment],
    [['formIdentification'], form],
    [['serviceLines'], period('serviceDate', 'serviceDateEnd')],
    [['serviceLines'], line],
    [['serviceLineDateInformation'], period('beginServiceDate', 'endServiceDate')],
    [['institutionalService'], hospitalService],
    [['dentalService'], filled({ procedureCode: 'D1110' })],
    [['lineAdjudicationInformation', 'lineAdjustmentInformation'], adjudication],
    [['otherProcedureInformationList'], filled({ otherProcedureDate: '20260105' })],
    [['principalProcedureInformation'], filled({ principalProcedureDate: '20260105' })],
    [['occurrenceInformationList'], filled({ occurrenceSpanCodeDate: '20260105' })],
    [['occurrenceSpanInformations'], filled(SPAN)],
    [['claimDateInformation'], period('statementBeginDate', 'statementEndDate')],
    [['claimDateInformation'], period('disabilityBeginDate', 'disabilityEndDate')],
    [['occurrenceSpanInformations'], period('occurrenceSpanCodeStartDate', 'occurrenceSpanCodeEndDate')],
  ] as const
).map(([owners, part]) => [new Set<string>(owners), part]);
