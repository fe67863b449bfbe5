import Type from 'typebox';
import { closed } from '../../schemas/shapes.js';
import { LAST_NUMBER } from './last-number.js';

/** ISA13 or GS06. */
export const ControlNumberType = Type.Enum(['interchange', 'group'], {
  title: 'ControlNumberType',
  description: '`interchange`: ISA13; `group`: GS06.',
});

/** The numbers given next. */
export const ControlNumbers = Type.Object(
  {
    interchangeControlNumber: Type.Integer({ description: 'ISA13 of the next file.' }),
    groupControlNumber: Type.Integer({ description: 'GS06 of its first functional group.' }),
  },
  { title: 'ControlNumbers', description: 'The control numbers that are given next.' },
);

/** The number that one of the two counters gives next. */
export const ControlNumberToSet = Type.Object(
  {
    x12ControlNumber: Type.Integer({ minimum: 1, maximum: LAST_NUMBER, description: 'Given next.' }),
    controlNumberType: ControlNumberType,
  },
  { ...closed, title: 'ControlNumberToSet', description: 'The number, and of which counter.' },
);

/** A number of a counter: the one that was taken, or set. */
export const TakenControlNumber = Type.Object(
  { x12ControlNumber: Type.Integer({ description: 'The number.' }), controlNumberType: ControlNumberType },
  { title: 'TakenControlNumber', description: 'The control number that was taken, or set.' },
);
