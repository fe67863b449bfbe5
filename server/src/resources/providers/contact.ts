import Type, { type Static } from 'typebox';
import type { ProblemDetail } from '../../problems.js';
import { closed, oneOf } from '../../schemas/shapes.js';

/** USPS: states, territories, and those of the military. */
const STATES = [
  ...(['AA', 'AE', 'AK', 'AL', 'AP', 'AR', 'AS', 'AZ', 'CA', 'CO', 'CT', 'DC', 'DE', 'FL', 'FM', 'GA'] as const),
  ...(['GU', 'HI', 'IA', 'ID', 'IL', 'IN', 'KS', 'KY', 'LA', 'MA', 'MD', 'ME', 'MH', 'MI', 'MN', 'MO'] as const),
  ...(['MP', 'MS', 'MT', 'NC', 'ND', 'NE', 'NH', 'NJ', 'NM', 'NV', 'NY', 'OH', 'OK', 'OR', 'PA', 'PR'] as const),
  ...(['PW', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VA', 'VI', 'VT', 'WA', 'WI', 'WV', 'WY'] as const),
];

/** A text of a person or a place: no control characters, as it goes into tables and mails. */
const name = (description: string, minLength = 1) =>
  Type.String({ minLength, maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]+$', description });

/** Whom a payer writes to about a provider. */
export const ProviderContact = Type.Object(
  {
    firstName: Type.Optional(name('With the last name, in place of an organization.')),
    lastName: Type.Optional(name('With the first name, in place of an organization.')),
    organizationName: Type.Optional(name('In place of first and last name.')),
    email: Type.String({
      minLength: 5,
      maxLength: 254,
      pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@.]+$',
      description: 'Where the payer writes to.',
    }),
    phone: Type.String({
      maxLength: 40,
      pattern: '^(?:[\\s().-]*\\d){10}[\\s().-]*$',
      description: 'Ten digits; blanks, dots, dashes and parentheses may stand between them.',
    }),
    streetAddress1: name('As the payer has it on record.'),
    streetAddress2: Type.Optional(name('Suite, floor.')),
    city: name('As the payer has it on record.', 2),
    state: oneOf(STATES, { title: 'UsState', description: 'Two letters.' }),
    zipCode: Type.String({
      minLength: 5,
      maxLength: 10,
      pattern: '^\\d{5}(?:-?\\d{4})?$',
      description: 'Five digits, or nine.',
    }),
  },
  {
    ...closed,
    title: 'ProviderContact',
    description: 'Whom a payer writes to. Names and address should be as the payer has them on record.',
  },
);
export type ProviderContact = Static<typeof ProviderContact>;

/** What a schema cannot say of a contact. @param path of the contact. */
export function contactProblems(
  { firstName, lastName, organizationName }: ProviderContact,
  path: string,
): readonly ProblemDetail[] {
  if (organizationName !== undefined || (firstName !== undefined && lastName !== undefined)) return [];
  return [{ path, message: 'A contact has an organizationName, or a firstName and a lastName.' }];
}
