import Type, { type Static } from 'typebox';
import { CreatedAt, closed, NAME_PATTERN, oneOf, UpdatedAt } from '../../schemas/shapes.js';
import { DocumentId, TaskId } from '../enrollment-tasks/schemas.js';

const DocumentName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: NAME_PATTERN,
  description: 'Name of the file.',
});

export const NewDocument = Type.Object(
  { name: DocumentName, taskId: TaskId },
  { ...closed, title: 'NewEnrollmentDocument', description: 'A PDF that a task asks for.' },
);
export type NewDocument = Static<typeof NewDocument>;

export const EnrollmentDocument = Type.Object(
  {
    id: DocumentId,
    name: DocumentName,
    enrollmentId: Type.String({ description: 'Id of the enrollment.' }),
    taskId: Type.Optional(TaskId),
    status: oneOf(['PENDING', 'UPLOADED', 'FAILED', 'DELETED'], {
      title: 'EnrollmentDocumentStatus',
      description: '`PENDING`: it can be put; `UPLOADED`: it is there; `FAILED`: nothing was put in time.',
    }),
    contentType: Type.Optional(Type.String({ description: 'Of what was put.' })),
    size: Type.Optional(Type.Integer({ description: 'Bytes of what was put.' })),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  { title: 'EnrollmentDocument', description: 'A PDF of an enrollment.' },
);
export type EnrollmentDocument = Static<typeof EnrollmentDocument>;
