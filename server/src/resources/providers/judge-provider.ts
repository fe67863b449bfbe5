import { passesNpiCheck } from 'ediloom/eligibility';
import type { ProblemDetail } from '../../problems.js';
import { invalidRequest } from '../../schemas/check-shape.js';
import { contactProblems } from './contact.js';
import type { NewProvider, ProviderUpdate } from './schemas.js';

/** Why an NPI is none. */
export const NOT_AN_NPI = 'The NPI does not pass its check digit: one of its digits is wrong, or two are swapped.';

/** @throws Problem `invalid` for what a schema cannot say of a provider. */
export function judgeProvider(given: NewProvider | ProviderUpdate): void {
  const { contacts = [] } = given;
  const problems: readonly ProblemDetail[] = [
    ...('npi' in given && !passesNpiCheck(given.npi) ? [{ path: '/npi', message: NOT_AN_NPI }] : []),
    ...('taxId' in given && given.taxIdType === 'SSN' && given.taxId.includes('-')
      ? [
          {
            path: '/taxId',
            message: 'An SSN has nine digits and no dash here. With a dash behind two digits it is an EIN.',
          },
        ]
      : []),
    ...contacts.flatMap((contact, place) => contactProblems(contact, `/contacts/${place}`)),
  ];
  if (problems.length > 0) throw invalidRequest(problems);
}
