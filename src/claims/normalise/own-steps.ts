import { isObject } from '../../mapping/occurrences.js';
import { isEmpty, objectIn, without } from '../moves/json-parts.js';
import type { Step } from './step.js';

/** Numbers of a pay-to plan that once were the billing provider's, with the qualifiers they have there. */
const OF_PLAN = [
  ['2U', 'payerIdentificationNumber'],
  ['FY', 'claimOfficeNumber'],
  ['NF', 'naic'],
] as const;

/** They go to the plan, where there is one without a number of its own. */
export const planNumbersOfBilling: Step = (request, warn) => {
  const billing = objectIn(request.billing);
  const given = OF_PLAN.filter(([, name]) => billing[name] !== undefined);
  if (given.length === 0) return request;
  const plan = request.payToPlan;
  const rest = without(
    billing,
    given.map(([, name]) => name),
  );
  const first = given[0];
  if (!isObject(plan) || plan.secondaryIdentifier !== undefined || first === undefined) {
    for (const [, name] of given) warn(['billing', name], 'no-place');
    return { ...request, billing: rest };
  }
  for (const [, name] of given.slice(1)) warn(['billing', name], 'not-sent');
  const [secondaryIdentifierTypeCode, name] = first;
  const number = { secondaryIdentifierTypeCode, secondaryIdentifier: billing[name] ?? '' };
  return { ...request, billing: rest, payToPlan: { ...plan, ...number } };
};

/** Who submits: by default the provider who bills; a contact of the same name needs no name. `id` is the submitter's number. */
export function submitterFromBilling(id: string): Step {
  return (request) => {
    const { npi } = objectIn(request.billing);
    const submitter = objectIn(request.submitter);
    const contact = objectIn(submitter.contactInformation);
    const numbered = submitter[id] === undefined && npi !== undefined ? { ...submitter, [id]: npi } : submitter;
    if (contact.name === undefined || contact.name !== submitter.organizationName)
      return numbered === submitter ? request : { ...request, submitter: numbered };
    const contactInformation = without(contact, ['name']);
    return {
      ...request,
      submitter: {
        ...without(numbered, ['contactInformation']),
        ...(isEmpty(contactInformation) ? {} : { contactInformation }),
      },
    };
  };
}

/** The payer's name must stand in the claim: by default that of the receiver. */
export const payerNamed: Step = (request) => {
  const { organizationName } = objectIn(request.receiver);
  const given = request.tradingPartnerName;
  if ((given !== undefined && given !== '') || organizationName === undefined) return request;
  return { ...request, tradingPartnerName: organizationName };
};

/** The claim has room for a person: an organisation's name stands where the last name is missing. */
export const personOnly: Step = (provider, warn) => {
  const { organizationName, ...rest } = provider;
  if (organizationName === undefined) return provider;
  warn(['organizationName'], rest.lastName === undefined ? 'person-only' : 'no-place');
  return rest.lastName === undefined ? { ...rest, lastName: organizationName } : rest;
};

/** The claim has room for an organisation: a person's names stand where its name is missing. */
export const organizationOnly: Step = (provider, warn) => {
  const { lastName, firstName, ...rest } = provider;
  if (lastName === undefined) return provider;
  if (rest.organizationName !== undefined) {
    warn(['lastName'], 'no-place');
    return rest;
  }
  warn(['lastName'], 'organization-only');
  const organizationName = [firstName, lastName].filter((name) => typeof name === 'string').join(' ');
  return { ...rest, organizationName };
};

/** Institutional claims have one other subscriber in an object, or several in a list. */
export const otherSubscriberAlone: Step = (information) => {
  const { otherSubscriberInformation: others } = information;
  const [first] = Array.isArray(others) && others.length === 1 ? others : [];
  return first === undefined ? information : { ...information, otherSubscriberInformation: first };
};

/** Of a subscriber who is not the patient the claim has the name and the numbers alone. */
export const subscriberBesideDependent: Step = (request, warn) => {
  if (request.dependent === undefined) return request;
  const subscriber = objectIn(request.subscriber);
  const spare = ['address', 'dateOfBirth', 'gender'].filter((name) => subscriber[name] !== undefined);
  for (const name of spare) warn(['subscriber', name], 'not-sent');
  return spare.length === 0 ? request : { ...request, subscriber: without(subscriber, spare) };
};

/** The period that a statement covers is a range, also of one day. */
export const statementOfOneDay: Step = (information) => {
  const dates = objectIn(information.claimDateInformation);
  if (dates.statementBeginDate === undefined || dates.statementEndDate !== undefined) return information;
  const claimDateInformation = { ...dates, statementEndDate: dates.statementBeginDate };
  return { ...information, claimDateInformation };
};
