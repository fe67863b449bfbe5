import type { JsonValue } from '../../model/json.js';
import { objectIn, objectsIn } from '../moves/json-parts.js';
import { type Edit, PRACTICE } from './edit.js';

const POINTERS = ['compositeDiagnosisCodePointers', 'diagnosisCodePointers'] as const;
/** Of a line. */
const MOST = 4;

/** Which diagnoses of the claim a line is for. */
export const POINTER_EDITS: readonly Edit[] = [
  {
    id: 'V42',
    types: PRACTICE,
    status: 'A7:477',
    text: 'A line points to one to four diagnoses of the claim, by their numbers from 1, and to none twice.',
    judge: ({ type, information, lines, service }, tell) => {
      const count = objectsIn(information.healthCareCodeInformation).length;
      for (const [at, line] of lines.entries()) {
        const [composite, name] = POINTERS;
        const pointers = objectIn(objectIn(line[service])[composite])[name];
        const trail = ['claimInformation', 'serviceLines', at, service, composite, name];
        const given = Array.isArray(pointers) ? pointers : [];
        // Dental claims need no diagnosis.
        if (given.length === 0 && (type === 'professional' || count > 0)) tell(trail);
        for (const [index, pointer] of given.entries())
          if (index >= MOST || !pointsTo(pointer, count) || given.indexOf(pointer) < index) {
            tell([...trail, index]);
            if (index >= MOST) break;
          }
      }
    },
  },
];

function pointsTo(pointer: JsonValue, count: number): boolean {
  return typeof pointer === 'string' && /^[1-9]\d?$/.test(pointer) && Number(pointer) <= count;
}
