import { objectIn } from '../moves/json-parts.js';
import type { Edit } from './edit.js';

const TYPES: Edit['types'] = ['professional'];

/** Anesthesia for burns by their area, and by the day: these are counted, not timed. */
const COUNTED_ANESTHESIA = new Set(['01953', '01996']);

/** By land; by air or water. */
const AMBULANCES = new Set(['41', '42']);
const JOURNEY = ['ambulancePickUpLocation', 'ambulanceDropOffLocation'];

/** What certain services ask for beyond the rest: anesthesia, screening of children, ambulances. */
export const KIND_EDITS: readonly Edit[] = [
  {
    id: 'V68',
    types: TYPES,
    status: 'A7:476',
    text: 'Anesthesia is counted in minutes (measurementUnit MJ) by most payers.',
    isWarning: true,
    judge: ({ lines }, tell) => {
      for (const [at, { professionalService }] of lines.entries()) {
        const { procedureCode, procedureIdentifier, measurementUnit } = objectIn(professionalService);
        if (procedureIdentifier !== 'HC' || typeof procedureCode !== 'string' || !isAnesthesia(procedureCode)) continue;
        if (measurementUnit !== 'MJ')
          tell(['claimInformation', 'serviceLines', at, 'professionalService', 'measurementUnit']);
      }
    },
  },
  {
    id: 'V75',
    types: TYPES,
    status: 'A6:21',
    onlyWith: ['epsdtIndicator'],
    text: 'A line is of a screening of children (epsdtIndicator): the claim says in epsdtReferral whether the patient was referred.',
    judge: ({ information, lines }, tell) => {
      const isOfScreening = lines.some((line) => objectIn(line.professionalService).epsdtIndicator === 'Y');
      if (isOfScreening && information.epsdtReferral === undefined) tell(['claimInformation', 'epsdtReferral']);
    },
  },
  {
    id: 'V79',
    types: TYPES,
    status: 'A6:21',
    text: 'The place of service is an ambulance: ambulanceTransportInformation says how far and why, of the claim or of the line.',
    isWarning: true,
    judge: ({ information, lines }, tell) => {
      if (information.ambulanceTransportInformation !== undefined) return;
      const isMissing = lines.some((line) => line.ambulanceTransportInformation === undefined);
      if (isAmbulance(information.placeOfServiceCode) && (isMissing || lines.length === 0))
        tell(['claimInformation', 'ambulanceTransportInformation']);
      for (const [at, line] of lines.entries()) {
        const { placeOfServiceCode } = objectIn(line.professionalService);
        if (isAmbulance(placeOfServiceCode) && line.ambulanceTransportInformation === undefined)
          tell(['claimInformation', 'serviceLines', at, 'ambulanceTransportInformation']);
      }
    },
  },
  {
    id: 'V80',
    types: TYPES,
    status: 'A7:21:77',
    onlyWith: ['serviceFacilityLocation'],
    text: 'A journey has a place where it began and one where it ended, and no service facility beside them. Leave serviceFacilityLocation out.',
    judge: ({ information, lines }, tell) => {
      const isBroken = (of: Readonly<Record<string, unknown>>): boolean =>
        of.serviceFacilityLocation !== undefined && JOURNEY.some((name) => of[name] !== undefined);
      if (isBroken(information)) tell(['claimInformation', 'serviceFacilityLocation']);
      for (const [at, line] of lines.entries())
        if (isBroken(line)) tell(['claimInformation', 'serviceLines', at, 'serviceFacilityLocation']);
    },
  },
];

/** CPT has 00100 to 01999 for it. */
function isAnesthesia(code: string): boolean {
  return /^0[01]\d{3}$/.test(code) && code >= '00100' && !COUNTED_ANESTHESIA.has(code);
}

function isAmbulance(place: unknown): boolean {
  return typeof place === 'string' && AMBULANCES.has(place);
}
