import Type from 'typebox';
import { PartnershipId } from '../../schemas/common.js';

export const ControlNumberType = Type.Enum(['interchange', 'group']);

const closed = { additionalProperties: false } as const;

/** The numbers given next. */
export const ControlNumbers = Type.Object({
  interchangeControlNumber: Type.Integer(),
  groupControlNumber: Type.Integer(),
});

export const ControlNumberToSet = Type.Object(
  {
    x12ControlNumber: Type.Integer({ minimum: 1, maximum: 999_999_999, description: 'Given next.' }),
    controlNumberType: ControlNumberType,
  },
  closed,
);

export const ControlNumberToTake = Type.Object(
  { partnershipId: PartnershipId, controlNumberType: ControlNumberType },
  closed,
);

export const TakenControlNumber = Type.Object({
  x12ControlNumber: Type.Integer(),
  controlNumberType: ControlNumberType,
});
