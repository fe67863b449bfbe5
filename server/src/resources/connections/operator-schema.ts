import Type, { type Static, type TSchema } from 'typebox';
import { closed } from '../../schemas/shapes.js';
import type { OperatorKind } from './kinds/kind.js';
import { KINDS } from './kinds/kind-table.js';
import { common } from './schemas.js';

/** Kinds that stand in the operator's file alone. */
export const OPERATOR_KINDS: readonly OperatorKind[] = KINDS.filter((kind) => kind.madeBy === 'operator');

const placed = {
  account: Type.Optional(Type.String({ minLength: 1, description: 'Id of the account. Default: the only one.' })),
  partnershipId: Type.Optional(
    Type.String({ minLength: 1, description: 'Whose it is. Default: all partnerships of the account may use it.' }),
  ),
};

/** A connection of the operator's: the kind, where it is, what all kinds have, and the kind's own settings. */
export interface OperatorConnection extends Static<typeof Placed> {
  readonly [setting: string]: unknown;
}
const Placed = Type.Object({ connectionType: Type.String(), ...placed, ...common });

/** The operator's file. */
export const OPERATOR_FILE = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    connections: Type.Array(
      // By the type that is named, so that problems are those of one kind.
      Type.Unsafe<OperatorConnection>({
        type: 'object',
        required: ['connectionType', 'name'],
        properties: { connectionType: { enum: OPERATOR_KINDS.map(({ name }) => name) } },
        allOf: OPERATOR_KINDS.map((kind) => ({
          if: { properties: { connectionType: { const: kind.name } } },
          then: shapeOf(kind),
        })),
      }),
    ),
  },
  closed,
);
export type OperatorFile = Static<typeof OPERATOR_FILE>;

function shapeOf({ name, settings }: OperatorKind): TSchema {
  return Type.Object({ connectionType: Type.Literal(name), ...placed, ...common, ...settings.properties }, closed);
}

/** The settings of a connection, as its kind has them. */
export function operatorSettings(given: OperatorConnection): Readonly<Record<string, unknown>> {
  const { connectionType: _type, account: _account, partnershipId: _partnership, ...rest } = given;
  const { name: _name, enabled: _enabled, test: _test, ...settings } = rest;
  return settings;
}
