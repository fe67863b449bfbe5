import { objectIn } from '../moves/json-parts.js';
import { ALL, type ClaimAtHand, type Edit } from './edit.js';
import { birthOf, lastServiceDay } from './service-days.js';

/** No patient was born before this day. */
const FIRST_BIRTH = '18750101';

/** Who is insured and who was treated. */
export const PEOPLE_EDITS: readonly Edit[] = [
  patientHas('address', 'A6:126:QC'),
  patientHas('dateOfBirth', 'A6:158:QC'),
  patientHas('gender', 'A6:157:QC'),
  besideTheOther('dateOfBirth', 'gender', 'A6:158:IL'),
  besideTheOther('gender', 'dateOfBirth', 'A6:157:IL'),
  {
    id: 'V32',
    types: ALL,
    status: 'A6:164:IL',
    text: 'A subscriber who is a person has a memberId.',
    judge: ({ request }, tell) => {
      const { organizationName, memberId, standardHealthId } = objectIn(request.subscriber);
      if (organizationName === undefined && memberId === undefined && standardHealthId === undefined)
        tell(['subscriber', 'memberId']);
    },
  },
  {
    id: 'V32',
    types: ALL,
    status: 'A6:125',
    text: 'A subscriber who is a person has a lastName, and so has a dependent.',
    judge: ({ request }, tell) => {
      const { organizationName, lastName } = objectIn(request.subscriber);
      if (organizationName === undefined && lastName === undefined) tell(['subscriber', 'lastName'], { entity: 'IL' });
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

function patientHas(name: string, status: string): Edit {
  return {
    ...{ id: 'V30', types: ALL, status },
    text: `The patient has ${name === 'address' ? 'an address' : `a ${name}`}: in dependent where there is one, else in subscriber.`,
    judge: (claim, tell) => {
      const { at, is } = claim.patient;
      if (isOrganisation(claim) || is[name] !== undefined) return;
      // Of a subscriber with one of birth and gender another rule tells the other.
      const isHalf = at === 'subscriber' && (is.dateOfBirth === undefined) !== (is.gender === undefined);
      if (name === 'address' || !isHalf) tell([at, name]);
    },
  };
}

function besideTheOther(name: string, other: string, status: string): Edit {
  return {
    ...{ id: 'V31', types: ALL, status },
    text: 'The dateOfBirth and the gender of the subscriber come together, or not at all.',
    judge: ({ request, patient }, tell) => {
      // Beside a dependent the set has neither.
      if (patient.at === 'dependent') return;
      const subscriber = objectIn(request.subscriber);
      if (subscriber[name] === undefined && subscriber[other] !== undefined) tell(['subscriber', name]);
    },
  };
}
