import { readFileSync } from 'node:fs';
import type { ClaimType } from '../../src/claims/claim-type.js';
import type { JsonObject } from '../../src/model/json.js';
import { type PropertyRow, readRows, sampleOf, setProperty } from './property-sample.js';

export const TYPES: Readonly<Record<string, ClaimType>> = { P: 'professional', I: 'institutional', D: 'dental' };

/** Every property of the three requests. */
export const ROWS = readRows(readFileSync(new URL('../../fixtures/claims/properties.tsv', import.meta.url), 'utf8'));
const byName = new Map(ROWS.map((row) => [`${row.claim} ${row.property}`, row]));

/** What makes the loop or segment that a property stands in, by name. */
const COMPANIONS: readonly (readonly [string, string])[] = [
  ['lastName', 'ROE'],
  ['paymentResponsibilityLevelCode', 'P'],
  ['organizationName', 'ORG'],
  ['otherInsuredLastName', 'ROE'],
  ['otherPayerOrganizationName', 'PAY'],
  ['nationalDrugCode', '00002821501'],
  ['otherPayerPrimaryIdentifier', '99902'],
  ['adjustmentGroupCode', 'CO'],
  ['adjustmentReasonCode', '1'],
  ['adjustmentAmount', '1'],
  ['formTypeCode', 'UT'],
  ['questionNumber', '1'],
  ['qualifier', 'G2'],
  ['identifier', 'ID1'],
  ['secondaryIdentifier', 'ID1'],
  ['identificationQualifierCode', 'G2'],
  ['secondaryIdentificationQualifierCode', 'G2'],
  ['secondaryIdentifierTypeCode', 'FY'],
  ['attachmentReportTypeCode', 'OZ'],
  ['attachmentTransmissionCode', 'FX'],
  ['codeCategory', 'E1'],
  ['priorAuthorizationOrReferralNumber', 'A1'],
  ['toothCode', '3'],
  ['entityTypeQualifier', '2'],
  ['predeterminationOfBenefits', 'A1'],
  ['diagnosisTypeCode', 'ABK'],
  ['diagnosisCode', 'J069'],
  ['serviceDate', '20260110'],
  ['statementBeginDate', '20260110'],
  ['beginServiceDate', '20260110'],
  ['phoneNumber', '2175550110'],
  ['productOrServiceIDQualifier', 'HC'],
  ['repricedApprovedHCPCSCode', '99213'],
  ['repricedApprovedServiceUnitCode', 'UN'],
  ['repricedApprovedServiceUnitCount', '1'],
  ['serviceIdQualifier', 'HC'],
  ['measurementUnitCode', 'UN'],
];

/** The kinds of codes that an institutional claim's HI segments begin with. */
const QUALIFIER_CODES: Readonly<Record<string, string>> = {
  principalDiagnosis: 'ABK',
  admittingDiagnosis: 'ABJ',
  'patientReasonForVisits[]': 'APR',
  'externalCauseOfInjuries[]': 'ABN',
  'otherDiagnosisInformationList[][]': 'ABF',
  principalProcedureInformation: 'BBR',
  'otherProcedureInformationList[][]': 'BBQ',
};

/** Parts of a price that come with their qualifier. */
const PRICED = /\.(?:productOrServiceIDQualifier|repricedApproved\w+|serviceIdQualifier|measurementUnitCode)$/;

const LINES: Readonly<Record<string, JsonObject>> = {
  P: { professionalService: { procedureIdentifier: 'HC', procedureCode: '99213', lineItemChargeAmount: '10' } },
  I: { institutionalService: { serviceLineRevenueCode: '0360', lineItemChargeAmount: '10', measurementUnit: 'UN' } },
  D: { dentalService: { procedureCode: 'D2740', lineItemChargeAmount: '10' } },
};

function smallRequest(claim: string): Record<string, unknown> {
  return structuredClone({
    tradingPartnerServiceId: '99901',
    submitter: { organizationName: 'SUB', [claim === 'I' ? 'taxId' : 'submitterIdentification']: 'S1' },
    receiver: { organizationName: 'REC' },
    billing: { organizationName: 'BIL' },
    subscriber: { lastName: 'DOE', memberId: 'M1' },
    claimInformation: {
      patientControlNumber: 'C1',
      claimChargeAmount: '10',
      placeOfServiceCode: '11',
      claimFrequencyCode: '1',
      planParticipationCode: 'A',
      serviceLines: [LINES[claim] ?? {}],
    },
  });
}

/** A request that has the property, with what it needs to stand where it does. */
export function requestWith(row: PropertyRow): Record<string, unknown> {
  const { claim, property } = row;
  const request = smallRequest(claim);
  const parts = property.split('.');
  for (let depth = parts.length - 1; depth > 0; depth--) {
    const owner = parts.slice(0, depth);
    for (const [name, value] of COMPANIONS) addCompanion(request, row, [...owner, name].join('.'), value);
    const kind = QUALIFIER_CODES[owner.at(-1) ?? ''];
    if (kind !== undefined) setProperty(request, [...owner, 'qualifierCode'].join('.'), kind);
  }
  setProperty(request, property, sampleOf(row));
  const first = parts[0] ?? '';
  // Who is a person is no organisation.
  if (isPersonsName(property) && ['billing', 'submitter'].includes(first))
    delete (request[first] as Record<string, unknown>).organizationName;
  // Another payer's provider without a number there is not written.
  const numbers = `${parts.slice(0, -1).join('.')}.other`;
  if (property.endsWith('.entityTypeQualifier'))
    for (const { property: name, path } of ROWS.filter(
      (one) => one.claim === claim && one.property.startsWith(numbers),
    )) {
      const [, first = 'G2'] = /\[01=(\w+)/.exec(path) ?? [];
      if (/\.(identifier|qualifier)$/.test(name))
        setProperty(request, name, name.endsWith('qualifier') ? first : 'ID1');
    }
  if (property.startsWith('claimInformation.otherSubscriberInformation.otherPayerName'))
    setProperty(request, 'claimInformation.otherSubscriberInformation.otherSubscriberName.otherInsuredLastName', 'ROE');
  if (property === 'subscriber.organizationName') delete (request.subscriber as Record<string, unknown>).lastName;
  if (property === 'subscriber.standardHealthId') delete (request.subscriber as Record<string, unknown>).memberId;
  if (property.startsWith('providers[]')) setProperty(request, 'providers[].providerType', roleOf(row));
  if (/^billing\.(claimOfficeNumber|naic|payerIdentificationNumber)$/.test(property))
    setProperty(request, 'payToPlan.organizationName', 'PLAN');
  if (
    /\.(otherIdentifier|payerIdentificationNumber)$/.test(property) &&
    property.includes('Provider.') &&
    !property.includes('[].otherI')
  )
    setProperty(request, [...parts.slice(0, -1), 'commercialNumber'].join('.'), 'ID1');
  return request;
}

function addCompanion(request: Record<string, unknown>, row: PropertyRow, property: string, value: string): void {
  const companion = byName.get(`${row.claim} ${property}`);
  if (companion === undefined || !isMapped(companion) || property === row.property) return;
  if (companion.type === 'boolean') return;
  // An extension stands behind its telephone; old dates of a line count where it has no date of its own.
  if (property.endsWith('.phoneNumber') && !/\.(?:phoneExtension|phoneName|name)$/.test(row.property)) return;
  if (PRICED.test(property) && !/\.(?:line|claim)\w*[pP]ricingInformation\./.test(row.property)) return;
  if (property.endsWith('[].serviceDate') && row.property.includes('.serviceLineDateInformation.')) return;
  // A period has its beginning beside it, a date nothing.
  if (
    /(serviceDate|beginServiceDate|statementBeginDate)$/.test(property) &&
    !/(DateEnd|endServiceDate|statementEndDate)$/.test(row.property)
  )
    return;
  const owner = property.slice(0, property.lastIndexOf('.'));
  const isPerson = property.endsWith('.lastName');
  if (isPerson && row.property === `${owner}.organizationName`) return;
  if (isPerson && ['billing', 'submitter', 'subscriber', 'providers[]'].includes(owner) && !isPersonsName(row.property))
    return;
  if (
    property.endsWith('.secondaryIdentifier') &&
    /\.(commercial|location|state|providerUpin)\w*Number$/.test(row.property)
  )
    return;
  if (property.endsWith('.organizationName') && isPersonsName(row.property)) return;
  if (property.endsWith('.organizationName') && byName.get(`${row.claim} ${owner}.lastName`)?.lens === 'text') return;
  const allowed = /\[01=(\w+)/.exec(row.path)?.[1];
  setProperty(request, property, property.endsWith('.qualifier') ? (allowed ?? value) : value);
}

/** Who bills an institutional claim is an organisation. */
function roleOf({ claim, property }: PropertyRow): string {
  return claim === 'I' && isPersonsName(property) ? 'AttendingProvider' : 'BillingProvider';
}

function isPersonsName(property: string): boolean {
  return /\.(firstName|middleName|lastName|suffix)$/.test(property);
}

/** It has an element. */
export function isMapped({ lens, path }: PropertyRow): boolean {
  return lens !== 'none' && lens !== '' && path !== '' && path !== 'ISA15';
}

/** What stands in an object, by JSON pointer. */
export function leaves(value: unknown, at = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return found.set(at, value);
  for (const [name, inner] of Object.entries(value)) leaves(inner, `${at}/${name}`, found);
  return found;
}
