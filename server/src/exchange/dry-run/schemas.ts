import Type, { type Static } from 'typebox';
import { PartnershipId } from '../../schemas/common.js';
import { GenerateEdiBody } from '../outbound/request-schemas.js';

/** What GenerateEdi takes, and the partnership. */
export const DryRunBody = Type.Object({ partnershipId: PartnershipId, ...GenerateEdiBody.properties });

const Findings = Type.Array(
  Type.Object({
    message: Type.String(),
    code: Type.Optional(Type.String({ description: "The standard's code, such as `IK403 7`, or the reason." })),
    severity: Type.Optional(Type.String()),
    path: Type.Optional(Type.String({ description: 'JSON pointer into the body.' })),
    segment: Type.Optional(Type.String()),
    element: Type.Optional(Type.String()),
  }),
);

const Group = Type.Object({
  transactionSettingId: Type.Optional(Type.String()),
  guideId: Type.Optional(Type.String()),
  transactionSetIdentifier: Type.String(),
  functionalIdentifierCode: Type.Optional(Type.String()),
  release: Type.String(),
});

export const DryRunAnswer = Type.Object({
  valid: Type.Boolean(),
  /** Of JSON one, of a file one for each of its interchanges. */
  interchanges: Type.Array(
    Type.Object({
      partnershipId: Type.Optional(Type.String({ description: 'Absent: no partnership is between these ids.' })),
      connectionId: Type.Optional(Type.String()),
      groups: Type.Array(Group),
      verdict: Type.Optional(Type.String({ description: 'TA104: A, E or R.' })),
      findings: Findings,
      filename: Type.Optional(Type.String()),
      edi: Type.Optional(Type.String({ description: 'The file that would be sent.' })),
      acknowledgment: Type.Optional(Type.String({ description: 'The file that would be answered.' })),
    }),
  ),
});
export type DryRunAnswer = Static<typeof DryRunAnswer>;
