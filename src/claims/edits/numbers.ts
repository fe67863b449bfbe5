import type { JsonValue } from '../../model/json.js';
import { shapeOf } from '../claim-type.js';
import { objectIn } from '../moves/json-parts.js';
import { ALL, type Edit } from './edit.js';

const LINE_NUMBER = { id: 'V61', types: ALL, status: 'A7:21' } as const;
/** REF02 has room for more, and payers give back no more. */
const LONGEST = 30;

/** What lines are told apart by, and how much of a service they are. */
export const NUMBER_EDITS: readonly Edit[] = [
  {
    ...LINE_NUMBER,
    text: 'Each line has its own control number: answers name the line by it. This one is there before.',
    judge: ({ type, lines }, tell) => {
      const { lineNumber } = shapeOf(type);
      const taken = new Set<JsonValue>();
      for (const [at, { [lineNumber]: number }] of lines.entries()) {
        if (number === undefined) continue;
        if (taken.has(number)) tell(['claimInformation', 'serviceLines', at, lineNumber]);
        taken.add(number);
      }
    },
  },
  {
    ...LINE_NUMBER,
    text: `The control number of a line has at most ${LONGEST} characters.`,
    judge: ({ type, lines }, tell) => {
      const { lineNumber } = shapeOf(type);
      for (const [at, { [lineNumber]: number }] of lines.entries())
        if (String(number ?? '').length > LONGEST) tell(['claimInformation', 'serviceLines', at, lineNumber]);
    },
  },
  units(['professional', 'institutional'], 'serviceUnitCount'),
  units(['dental'], 'procedureCount'),
];

function units(types: Edit['types'], name: string): Edit {
  return {
    id: 'V69',
    types,
    status: 'A7:476',
    text: 'A line charges for more than no unit of its service.',
    judge: ({ lines, service }, tell) => {
      for (const [at, line] of lines.entries()) {
        const count = objectIn(line[service])[name];
        if (count !== undefined && !(Number(count) > 0)) tell(['claimInformation', 'serviceLines', at, service, name]);
      }
    },
  };
}
