import Type from 'typebox';
import { closed } from '../../schemas/common.js';
import { LAST_NUMBER } from './last-number.js';

/** ISA13 or GS06. */
export const ControlNumberType = Type.Enum(['interchange', 'group']);

/** The numbers given next. */
export const ControlNumbers = Type.Object({
  interchangeControlNumber: Type.Integer(),
  groupControlNumber: Type.Integer(),
});

/** The number that one of the two counters gives next. */
export const ControlNumberToSet = Type.Object(
  {
    x12ControlNumber: Type.Integer({ minimum: 1, maximum: LAST_NUMBER, description: 'Given next.' }),
    controlNumberType: ControlNumberType,
  },
  closed,
);

/** A number of a counter: the one that was taken, or set. */
export const TakenControlNumber = Type.Object({
  x12ControlNumber: Type.Integer(),
  controlNumberType: ControlNumberType,
});
