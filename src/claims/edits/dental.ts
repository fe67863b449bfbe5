import type { JsonValue } from '../../model/json.js';
import { objectIn, objectsIn } from '../moves/json-parts.js';
import type { ClaimAtHand, Edit, TellBroken, Trail } from './edit.js';

const TYPES: Edit['types'] = ['dental'];

/** Permanent teeth 1 to 32 and primary ones A to T; the same for teeth beyond the usual: 51 to 82, AS to TS. */
const TOOTH = /^(?:[1-9]|[12]\d|3[0-2]|5[1-9]|[67]\d|8[0-2]|[A-T]S?)$/;

/** The whole mouth, the jaws, other areas, the quadrants; left and right. */
const AREAS = new Set(['00', '01', '02', '09', '10', '20', '30', '40', 'L', 'R']);

/** Teeth, areas of the mouth, and the dates of dental treatment. */
export const DENTAL_EDITS: readonly Edit[] = [
  {
    id: 'V74',
    types: TYPES,
    status: 'A7:244',
    text: 'A tooth is one of 1 to 32 or A to T; one beyond the usual is 51 to 82 or AS to TS. Areas of the mouth are no teeth: they stand in oralCavityDesignation.',
    judge: ({ information, lines }, tell) => {
      for (const [index, { toothNumber }] of objectsIn(information.toothStatus).entries())
        if (!isTooth(toothNumber)) tell(['claimInformation', 'toothStatus', index, 'toothNumber']);
      for (const [at, line] of lines.entries())
        for (const [index, { toothCode }] of objectsIn(line.teethInformation).entries())
          if (!isTooth(toothCode)) tell([...lineAt(at), 'teethInformation', index, 'toothCode']);
    },
  },
  {
    id: 'V74',
    types: TYPES,
    status: 'A7:476',
    text: 'A line of several teeth is of one procedure: procedureCount is 1. Else give each tooth a line of its own.',
    judge: eachLine(({ dentalService, teethInformation }) => {
      const { procedureCount } = objectIn(dentalService);
      const isOne = procedureCount === undefined || procedureCount === 1;
      return isOne || objectsIn(teethInformation).length < 2 ? undefined : ['dentalService', 'procedureCount'];
    }),
  },
  {
    id: 'V74',
    types: TYPES,
    status: 'A6:21',
    text: 'What is replaced (prosthesisCrownOrInlayCode R) was placed before: give priorPlacementDate, or estimatedPriorPlacementDate.',
    judge: eachLine(({ dentalService, serviceLineDateInformation }) => {
      const { priorPlacementDate, estimatedPriorPlacementDate } = objectIn(serviceLineDateInformation);
      const isReplaced = objectIn(dentalService).prosthesisCrownOrInlayCode === 'R';
      if (!isReplaced || priorPlacementDate !== undefined || estimatedPriorPlacementDate !== undefined)
        return undefined;
      return ['serviceLineDateInformation', 'priorPlacementDate'];
    }),
  },
  {
    id: 'V74',
    types: TYPES,
    status: 'A7:187',
    text: 'A line has a serviceDate, or the days on which a treatment began and was completed, not both.',
    judge: eachLine(({ serviceDate, serviceLineDateInformation }) => {
      const dates = objectIn(serviceLineDateInformation);
      const given = ['treatmentStartDate', 'treatmentCompletionDate'].find((name) => dates[name] !== undefined);
      return serviceDate === undefined || given === undefined ? undefined : ['serviceLineDateInformation', given];
    }),
  },
  {
    id: 'V74',
    types: TYPES,
    status: 'A7:245',
    text: 'Payers know the areas 00, 01, 02, 09, 10, 20, 30, 40, L and R of the mouth: this is none of them.',
    isWarning: true,
    judge: ({ lines }, tell) => {
      for (const [at, { dentalService }] of lines.entries()) {
        const { oralCavityDesignation: areas } = objectIn(dentalService);
        for (const [index, area] of (Array.isArray(areas) ? areas : []).entries())
          if (!AREAS.has(String(area))) tell([...lineAt(at), 'dentalService', 'oralCavityDesignation', index]);
      }
    },
  },
  {
    id: 'V74',
    types: TYPES,
    status: 'A7:187',
    text: 'A predetermination is of services to come: it has usually no day of service.',
    isWarning: true,
    judge: ({ information, lines }, tell) => {
      if (information.predeterminationOfBenefits !== true) return;
      if (objectIn(information.claimDateInformation).serviceDate !== undefined)
        tell(['claimInformation', 'claimDateInformation', 'serviceDate']);
      for (const [at, { serviceDate }] of lines.entries())
        if (serviceDate !== undefined) tell([...lineAt(at), 'serviceDate']);
    },
  },
];

function isTooth(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && TOOTH.test(value);
}

function lineAt(at: number): Trail {
  return ['claimInformation', 'serviceLines', at];
}

/** A rule on each line, which says the property of the line that breaks it. */
function eachLine(brokenAt: (line: ClaimAtHand['information']) => Trail | undefined) {
  return ({ lines }: ClaimAtHand, tell: TellBroken): void => {
    for (const [at, line] of lines.entries()) {
      const broken = brokenAt(line);
      if (broken !== undefined) tell([...lineAt(at), ...broken]);
    }
  };
}
