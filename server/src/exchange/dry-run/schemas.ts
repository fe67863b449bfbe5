import Type, { type Static } from 'typebox';
import { ProblemShape } from '../../schemas/error-shape.js';
import { PartnershipId } from '../../schemas/ids.js';
import { closed } from '../../schemas/shapes.js';
import { GenerateEdiBody } from '../outbound/request-schemas.js';

/** What GenerateEdi takes, and the partnership. */
export const DryRunBody = Type.Object(
  { partnershipId: PartnershipId, ...GenerateEdiBody.properties },
  { ...closed, title: 'DryRunRequest', description: 'What would be sent, and to whom.' },
);

const Group = Type.Object(
  {
    transactionSettingId: Type.Optional(Type.String({ description: 'Id of the setting. Absent: there is none.' })),
    guideId: Type.Optional(Type.String({ description: 'Id of the guide. Absent: there is none.' })),
    transactionSetIdentifier: Type.String({ description: 'ST01.' }),
    functionalIdentifierCode: Type.Optional(Type.String({ description: 'GS01.' })),
    release: Type.String({ description: 'GS08.' }),
  },
  { description: 'By what its transaction sets are written or read.' },
);

const Interchange = Type.Object(
  {
    partnershipId: Type.Optional(Type.String({ description: 'Absent: no partnership is between these ids.' })),
    connectionId: Type.Optional(Type.String({ description: 'Id of the connection that the file would go over.' })),
    groups: Type.Array(Group, { description: 'Its functional groups; of a file, one for each transaction set.' }),
    verdict: Type.Optional(Type.String({ description: 'TA104: A, E or R.' })),
    findings: Type.Array(ProblemShape, { description: 'What is wrong with it.' }),
    filename: Type.Optional(Type.String({ description: 'Name that the file would have.' })),
    edi: Type.Optional(Type.String({ description: 'The file that would be sent.' })),
    acknowledgment: Type.Optional(Type.String({ description: 'The file that would be answered.' })),
  },
  { title: 'RehearsedInterchange', description: 'An interchange that was tried.' },
);

export const DryRunAnswer = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether it would be sent, or be accepted.' }),
    interchanges: Type.Array(Interchange, { description: 'Of JSON one, of a file one for each of its interchanges.' }),
  },
  { title: 'DryRun', description: 'What would have been sent, or answered.' },
);
export type DryRunAnswer = Static<typeof DryRunAnswer>;
