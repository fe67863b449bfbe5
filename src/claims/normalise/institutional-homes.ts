import type { JsonObject, JsonValue } from '../../model/json.js';
import type { Warn } from '../claim-problem.js';
import { isEmpty, objectIn, objectsIn, without } from '../moves/json-parts.js';
import { filledWith, intoList, onlyWithout, renamed } from './homes.js';
import { each, eachLine, inOrder, type Step, within } from './step.js';

// Institutional requests know much under two names: the old ones go to the new.

/** The properties of an object under their new names, then the object itself under its own. */
function renamedObject(from: string, to: string, names: Readonly<Record<string, string>>): Step {
  const inner = inOrder(...Object.entries(names).map(([old, now]) => renamedSilently(old, now)));
  return inOrder(within(from, inner), renamed(from, to));
}

/** As `renamed`, told once for the object that it is in. */
function renamedSilently(from: string, to: string): Step {
  const step = renamed(from, to);
  return (object) => step(object, () => {});
}

/** What was put into the wrong object, or one deeper, goes to a list beside it. */
function listOutOf(from: string, names: readonly string[], to: string): Step {
  return (object, warn) => {
    const inner = objectIn(object[from]);
    const found = names.filter((name) => inner[name] !== undefined);
    if (found.length === 0) return object;
    const entries: JsonValue[] = found.flatMap((name): readonly JsonValue[] => {
      warn([from, name], 'moved');
      const value = inner[name] ?? null;
      return Array.isArray(value) ? value : [value];
    });
    const rest = without(inner, found);
    const there: readonly JsonValue[] = Array.isArray(object[to]) ? object[to] : [];
    const kept = isEmpty(rest) ? without(object, [from]) : { ...object, [from]: rest };
    return { ...kept, [to]: [...there, ...entries] };
  };
}

/** CRC*ZZ was a list of codes alone: `NU` among them says that the condition does not apply. */
const conditionsAsReferral: Step = (information, warn) => {
  const { conditionCodes, ...rest } = information;
  if (conditionCodes === undefined) return information;
  if (rest.epsdtReferral !== undefined || !Array.isArray(conditionCodes)) {
    warn(['conditionCodes'], 'not-sent');
    return rest;
  }
  warn(['conditionCodes'], 'moved');
  for (let at = 3; at < conditionCodes.length; at++) warn(['conditionCodes', at], 'not-sent');
  const epsdtReferral = {
    certificationConditionCodeAppliesIndicator: conditionCodes.includes('NU') ? 'N' : 'Y',
    conditionCodes: conditionCodes.slice(0, 3),
  };
  return { ...rest, epsdtReferral };
};

/** One NTE*ADD: the note of the bill, else the first of the additional ones. */
const noteOfBill: Step = (information, warn) => {
  const notes = objectIn(information.claimNotes);
  const { additionalInformation, ...others } = notes;
  if (additionalInformation === undefined) return information;
  const given: readonly JsonValue[] = Array.isArray(additionalInformation)
    ? additionalInformation
    : [additionalInformation];
  const taken = information.billingNote !== undefined;
  given.forEach((_, at) => {
    warn(['claimNotes', 'additionalInformation', at], taken || at > 0 ? 'not-sent' : 'moved');
  });
  const kept = isEmpty(others) ? without(information, ['claimNotes']) : { ...information, claimNotes: others };
  const [first] = given;
  return taken || first === undefined ? kept : { ...kept, billingNote: first };
};

/** A number of the insured that stands at the payer. */
const numberOfInsured: Step = (other, warn) => {
  const payer = objectIn(other.otherPayerName);
  const { otherInsuredAdditionalIdentifier: number, ...rest } = payer;
  if (number === undefined) return other;
  const insured = objectIn(other.otherSubscriberName);
  const isThere = insured.otherInsuredAdditionalIdentifier !== undefined;
  warn(['otherPayerName', 'otherInsuredAdditionalIdentifier'], isThere ? 'not-sent' : 'moved');
  const result = { ...other, otherPayerName: rest };
  if (isThere) return result;
  return { ...result, otherSubscriberName: { ...insured, otherInsuredAdditionalIdentifier: [number] } };
};

const OTHER_SUBSCRIBER = inOrder(
  renamed('policyNumber', 'groupNumber'),
  within('otherSubscriberName', renamed('firstName', 'otherInsuredFirstName')),
  numberOfInsured,
  onlyWithout('otherInsuredGroupName', ['groupNumber']),
);

/** SVD04 must stand in the claim: by default the revenue code of the line. */
const revenueCodePaid: Step = (line) => {
  const { serviceLineRevenueCode } = objectIn(line.institutionalService);
  if (serviceLineRevenueCode === undefined) return line;
  return each('lineAdjudicationInformation', filledWith('serviceLineRevenueCode', serviceLineRevenueCode))(
    line,
    () => {},
  );
};

/** The one payer's decision that a line had before it had a list. */
const ADJUDICATION = inOrder(
  within('lineAdjustmentInformation', (old) => {
    const { claimAdjustment, ...rest } = old;
    const names = inOrder(
      renamedSilently('bundledOrUnbundledLineNumber', 'bundledLineNumber'),
      renamedSilently('claimPaidDate', 'adjudicationOrPaymentDate'),
      renamedSilently('procedureModifiers', 'procedureModifier'),
      renamedSilently('serviceIdQualifier', 'productOrServiceIDQualifier'),
    )(rest, () => {});
    return claimAdjustment === undefined ? names : { ...names, lineAdjustment: [claimAdjustment] };
  }),
  // The list counts: the old object beside it says the same again, and would be paid twice.
  onlyWithout('lineAdjustmentInformation', ['lineAdjudicationInformation']),
  intoList('lineAdjustmentInformation', 'lineAdjudicationInformation', 'last'),
  revenueCodePaid,
);

/** The number that the sender gives a line, which once stood in an object whose shape was never told. */
const numberOfLine: Step = (line, warn) => {
  const { serviceLineReferenceInformation: old, ...rest } = line;
  if (old === undefined) return line;
  const { providerControlNumber, ...others } = typeof old === 'string' ? { providerControlNumber: old } : objectIn(old);
  const isTaken = rest.lineItemControlNumber !== undefined;
  const isWhole = providerControlNumber !== undefined && isEmpty(others);
  warn(['serviceLineReferenceInformation'], isTaken ? 'not-sent' : isWhole ? 'moved' : 'no-place');
  return isTaken || providerControlNumber === undefined
    ? rest
    : { ...rest, lineItemControlNumber: providerControlNumber };
};

const descriptionOfLine: Step = (line, warn) => {
  const { description, ...rest } = line;
  if (description === undefined) return line;
  const service = objectIn(rest.institutionalService);
  const isThere = service.description !== undefined;
  warn(['description'], isThere ? 'not-sent' : 'moved');
  return isThere ? rest : { ...rest, institutionalService: { ...service, description } };
};

/** Old dates count only where the line has no date of its own: a period made of both would be nobody's. */
const datesOfLine: Step = (line, warn) => {
  const { serviceLineDateInformation: old, ...rest } = line;
  if (old === undefined) return line;
  const { serviceDate, beginServiceDate, endServiceDate } = objectIn(old);
  const starts = { beginServiceDate, serviceDate };
  const result: JsonObject = { ...rest };
  const take = (name: string, value: JsonValue | undefined, to: string, isTaken: boolean): void => {
    if (value === undefined) return;
    warn(['serviceLineDateInformation', name], isTaken ? 'not-sent' : 'moved');
    if (!isTaken) result[to] = value;
  };
  for (const [name, value] of Object.entries(starts))
    take(name, value, 'serviceDate', result.serviceDate !== undefined);
  const isEndTaken = rest.serviceDate !== undefined || rest.serviceDateEnd !== undefined;
  take('endServiceDate', endServiceDate, 'serviceDateEnd', isEndTaken);
  return result;
};

const REPORTS = 'serviceLineSupplementalInformations';

const LINE = inOrder(
  descriptionOfLine,
  renamed('lineNoteText', 'thirdPartyOrganizationNotes'),
  renamedObject('linePricingInformation', 'lineRepricingInformation', {
    apgAmount: 'repricedApprovedAmount',
    apgCode: 'repricedApprovedDRGCode',
    flatRateAmount: 'repricedPerDiem',
    measurementUnitCode: 'repricedApprovedServiceUnitCode',
    repricedOrganizationIdentifier: 'repricedOrgIdentifier',
    serviceIdQualifier: 'productOrServiceIDQualifier',
  }),
  ADJUDICATION,
  listOutOf('lineSupplementInformation', ['reportInformation', 'reportInformations'], REPORTS),
  intoList('serviceLineSupplementalInformation', REPORTS, 'first'),
  datesOfLine,
  numberOfLine,
);

/** All old names of an institutional claim. */
export const institutionalHomes: Step = inOrder(
  within(
    'claimInformation',
    inOrder(
      conditionsAsReferral,
      noteOfBill,
      within('otherSubscriberInformation', OTHER_SUBSCRIBER),
      each('otherSubscriberInformation', OTHER_SUBSCRIBER),
    ),
  ),
  eachLine(LINE),
);

const SINGLES = [
  ['0B', 'stateLicenseNumber'],
  ['1G', 'providerUpinNumber'],
  ['G2', 'commercialNumber'],
  ['LU', 'locationNumber'],
] as const;

/**
 * A provider's single numbers: the first is the one with a qualifier, where there is none. `others` says where further ones go: to the list of
 * references of a line, or they stay what they are.
 */
export function numberWithQualifier(qualifiers: readonly string[], others: 'references' | 'singles'): Step {
  return (provider, warn) => {
    let result: JsonObject = provider;
    for (const [qualifier, name] of SINGLES) {
      const identifier = provider[name];
      if (identifier === undefined) continue;
      if (!qualifiers.includes(qualifier)) {
        warn([name], 'no-place');
        result = without(result, [name]);
      } else if (result.secondaryIdentifier === undefined) {
        const pair = { secondaryIdentificationQualifierCode: qualifier, secondaryIdentifier: identifier };
        result = { ...without(result, [name]), ...pair };
      } else if (others === 'singles' && result.secondaryIdentificationQualifierCode === qualifier) {
        warn([name], 'not-sent');
        result = without(result, [name]);
      } else if (others === 'references') {
        const references = [...objectsIn(result.referenceIdentification), { qualifier, identifier }];
        result = { ...without(result, [name]), referenceIdentification: references };
      }
    }
    return others === 'references' ? firstReference(onePayer(result, warn)) : result;
  };
}

/** One payer uses the number, and only where there is a number. */
function onePayer(provider: JsonObject, warn: Warn): JsonObject {
  const references = objectsIn(provider.referenceIdentification);
  const isPayer = ({ qualifier }: JsonObject): boolean => qualifier === '2U';
  const isNumbered = provider.secondaryIdentifier !== undefined || references.some((one) => !isPayer(one));
  const spare = references.filter(isPayer).slice(isNumbered ? 1 : 0);
  if (spare.length === 0) return provider;
  for (const one of spare)
    warn(['referenceIdentification', references.indexOf(one)], isNumbered ? 'not-sent' : 'no-place');
  const kept = references.filter((one) => !spare.includes(one));
  return {
    ...without(provider, ['referenceIdentification']),
    ...(kept.length === 0 ? {} : { referenceIdentification: kept }),
  };
}

// A reference alone is the number itself; one of 2U names a payer, and says nothing without the number.
function firstReference(provider: JsonObject): JsonObject {
  const references = objectsIn(provider.referenceIdentification);
  if (provider.secondaryIdentifier !== undefined || references.length === 0) return provider;
  const [first, ...rest] = references.filter(({ qualifier }) => qualifier !== '2U');
  const payers = references.filter(({ qualifier }) => qualifier === '2U');
  const others = [...payers, ...rest];
  const kept = without(provider, ['referenceIdentification']);
  const { qualifier, identifier } = first ?? {};
  return {
    ...kept,
    ...(qualifier === undefined ? {} : { secondaryIdentificationQualifierCode: qualifier }),
    ...(identifier === undefined ? {} : { secondaryIdentifier: identifier }),
    ...(others.length === 0 ? {} : { referenceIdentification: others }),
  };
}

/** A number whose qualifier the place does not take. */
export function qualifiedAs(...qualifiers: readonly string[]): Step {
  return (provider, warn) => {
    const { secondaryIdentificationQualifierCode: code } = provider;
    if (typeof code !== 'string' || qualifiers.includes(code)) return provider;
    warn(['secondaryIdentifier'], 'no-place');
    return without(provider, ['secondaryIdentificationQualifierCode', 'secondaryIdentifier']);
  };
}
