import { objectIn } from '../moves/json-parts.js';
import { ALL, type ClaimAtHand, type Edit } from './edit.js';
import { birthOf, lastServiceDay } from './service-days.js';

/** No patient was born before this day. */
const FIRST_BIRTH = '18750101';

/** Who is insured and who was treated. */
export const PEOPLE_EDITS: readonly Edit[] = [
  {
    id: 'V30',
    types: ALL,
    status: 'A6:158:QC',
    text: 'The patient has an address, dateOfBirth and gender: in dependent where there is one, else in subscriber.',
    judge: (claim, tell) => {
      const { at, is } = claim.patient;
      if (isOrganisation(claim)) return;
      // Of a subscriber with one of birth and gender V31 tells the other.
      const isHalf = at === 'subscriber' && (is.dateOfBirth === undefined) !== (is.gender === undefined);
      for (const name of isHalf ? ['address'] : ['address', 'dateOfBirth', 'gender'])
        if (is[name] === undefined) tell([at, name]);
    },
  },
  {
    id: 'V31',
    types: ALL,
    status: 'A6:158:IL',
    text: 'The dateOfBirth and the gender of the subscriber come together, or not at all.',
    judge: ({ request, patient }, tell) => {
      // Beside a dependent the set has neither.
      if (patient.at === 'dependent') return;
      const { dateOfBirth, gender } = objectIn(request.subscriber);
      if ((dateOfBirth === undefined) === (gender === undefined)) return;
      tell(['subscriber', dateOfBirth === undefined ? 'dateOfBirth' : 'gender']);
    },
  },
  {
    id: 'V32',
    types: ALL,
    status: 'A7:158',
    text: 'A subscriber who is a person has a memberId and a lastName, as a dependent has a lastName.',
    judge: ({ request }, tell) => {
      const { organizationName, lastName, memberId, standardHealthId } = objectIn(request.subscriber);
      if (organizationName === undefined) {
        if (memberId === undefined && standardHealthId === undefined)
          tell(['subscriber', 'memberId'], { entity: 'IL' });
        if (lastName === undefined) tell(['subscriber', 'lastName'], { entity: 'IL' });
      }
      if (request.dependent !== undefined && objectIn(request.dependent).lastName === undefined)
        tell(['dependent', 'lastName'], { entity: 'QC' });
    },
  },
  {
    id: 'V32',
    types: ALL,
    status: 'A7:158',
    text: 'The patient was born in 1875 or later, not in the future, and before the services.',
    judge: (claim, tell) => {
      const { at, is } = claim.patient;
      const birth = birthOf(is);
      if (birth === undefined) return;
      const last = lastServiceDay(claim) ?? claim.today;
      if (birth < FIRST_BIRTH || birth > claim.today || birth > last)
        tell([at, 'dateOfBirth'], { entity: at === 'subscriber' ? 'IL' : 'QC' });
    },
  },
  {
    id: 'V33',
    types: ALL,
    status: 'A6:125:QC',
    text: 'An organisation that is the subscriber is nobody to treat: name the patient in dependent.',
    judge: (claim, tell) => {
      if (isOrganisation(claim)) tell(['dependent']);
    },
  },
  {
    id: 'V36',
    types: ALL,
    status: 'A7:21',
    text: 'A dependent is not the subscriber: give the relationship, or leave dependent out where the subscriber was treated.',
    judge: ({ request }, tell) => {
      if (objectIn(request.dependent).relationshipToSubscriberCode === '18')
        tell(['dependent', 'relationshipToSubscriberCode']);
    },
  },
];

/** The patient would be an organisation. */
function isOrganisation({ patient: { at, is } }: ClaimAtHand): boolean {
  return at === 'subscriber' && is.organizationName !== undefined;
}
