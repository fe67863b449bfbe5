import type { JsonObject, JsonValue } from '../../model/json.js';
import { objectIn, objectsIn } from '../moves/json-parts.js';
import { type Edit, PRACTICE } from './edit.js';

/** Occurrences that are an accident or a crime: another may have to pay for it. */
const ACCIDENTS: ReadonlySet<string> = new Set(['01', '02', '03', '04', '05', '06']);

/** When and where an accident was that the claim comes from. */
export const ACCIDENT_EDITS: readonly Edit[] = [
  {
    id: 'V55',
    types: PRACTICE,
    status: 'A6:187',
    text: 'A claim that comes from an accident has its date, and of a car its state, or its country outside of the United States and Canada.',
    judge: ({ information }, tell) => {
      const causes: readonly JsonValue[] = Array.isArray(information.relatedCausesCode)
        ? information.relatedCausesCode
        : [];
      const isOfCar = causes.includes('AA');
      const { accidentDate } = objectIn(information.claimDateInformation);
      if (accidentDate === undefined && (isOfCar || causes.includes('OA')))
        tell(['claimInformation', 'claimDateInformation', 'accidentDate']);
      if (isOfCar && !isPlaceKnown(information)) tell(['claimInformation', 'autoAccidentStateCode']);
      const { autoAccidentStateCode: state, autoAccidentCountryCode: country } = information;
      if (causes.length === 0 && (state ?? country) !== undefined) tell(['claimInformation', 'relatedCausesCode']);
    },
  },
  {
    id: 'V55',
    types: ['institutional'],
    status: 'A6:187',
    text: 'A claim with the state of an accident has its date: an occurrence of 01 to 06 in occurrenceInformationList.',
    judge: ({ information }, tell) => {
      if (objectIn(information.claimSupplementalInformation).autoAccidentState === undefined) return;
      const lists: readonly JsonValue[] = Array.isArray(information.occurrenceInformationList)
        ? information.occurrenceInformationList
        : [];
      const isThere = lists.some((list) =>
        objectsIn(list).some(({ occurrenceSpanCode }) => ACCIDENTS.has(String(occurrenceSpanCode))),
      );
      if (!isThere) tell(['claimInformation', 'occurrenceInformationList']);
    },
  },
];

function isPlaceKnown({ autoAccidentStateCode: state, autoAccidentCountryCode: country }: JsonObject): boolean {
  return state !== undefined || (country !== undefined && country !== 'US' && country !== 'CA');
}
