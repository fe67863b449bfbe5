import { FORM_RULES } from '../../form/form-rules.js';

/** Every rule that a request can break, with its text. */
export const REQUEST_RULES = {
  ...FORM_RULES,
  'address-incomplete': 'An address needs address1 and city; for the payer MBILUNOSSN its state, and that is enough.',
  'address-subdivision': 'A country subdivision needs the countryCode, and stands instead of a state.',
  'check-digit': 'The NPI does not pass its check digit.',
  'date-impossible': 'There is no such day in the calendar.',
  'date-range': 'Give a single day, or both ends of a range with the end not before the beginning.',
  'dependents-one': 'A request has at most one dependent; whoever has a member id of their own is a subscriber.',
  'diagnosis-order': 'The first diagnosis has the type ABK (BK), all others ABF (BF).',
  'diagnosis-pointer':
    'A diagnosis pointer is the number of an entry of healthCareCodeInformation; with diagnoses there must be one.',
  'license-state': 'A state license needs its state in informationReceiverAdditionalIdentifierState.',
  number: 'The value is not a decimal number.',
  pair: 'This property and those it belongs to come together or not at all.',
  'provider-identifier': 'The provider needs an identifier: npi, or else taxId, ssn or another one.',
  'provider-name': 'The provider needs a name: organizationName, or lastName.',
  'repaired-backtick': 'A backtick in a name was sent as an apostrophe.',
  'spend-down-dependent':
    'Spend-down amounts belong to a subscriber who is the patient, not to a request for a dependent.',
  'subscriber-search': 'The subscriber needs at least one of memberId, dateOfBirth and lastName.',
  'no-room':
    'There is no room for the value beside the others: provider and persons have at most nine further identifiers each, persons two dates.',
  'not-sent': 'There is no place for the value beside another one; it is not sent.',
} as const;

export type RequestRule = keyof typeof REQUEST_RULES;

/** A broken rule: which, and where. It never repeats a value. */
export interface RequestProblem {
  /** JSON pointer of the property. */
  readonly pointer: string;
  readonly rule: RequestRule;
  /** The rule's own text, and behind it what may stand there. */
  readonly text: string;
}

/** @param more a sentence on what may stand there: limits, form, codes, names of properties. */
export function requestProblem(pointer: string, rule: RequestRule, more?: string): RequestProblem {
  return { pointer, rule, text: more === undefined ? REQUEST_RULES[rule] : `${REQUEST_RULES[rule]} ${more}` };
}
