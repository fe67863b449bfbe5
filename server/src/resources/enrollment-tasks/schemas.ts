import Type, { type Static } from 'typebox';
import { closed, idText, instant, NAME_PATTERN, oneOf } from '../../schemas/shapes.js';

export const TaskId = idText('Id of a task.');
export const DocumentId = idText('Id of a document.');

const label = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: NAME_PATTERN, description });
const Key = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '^([a-zA-Z0-9._-]+)$',
  description: 'Name of the value.',
});

const TaskField = Type.Object(
  {
    key: Key,
    label: label('What is asked for, for people.'),
    fieldType: oneOf(['TEXT', 'DOCUMENT'], { title: 'TaskFieldType', description: 'A text, or a PDF.' }),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000, description: 'More about it.' })),
  },
  { ...closed, title: 'TaskField', description: 'Something that is asked for.' },
);

const TaskLink = Type.Object(
  {
    label: label('What is there.'),
    url: Type.String({ minLength: 1, maxLength: 2_000, pattern: '^https?://[^\\s@]+$', description: 'Where it is.' }),
  },
  { ...closed, title: 'TaskLink', description: 'A page that is needed for it: a form of the payer.' },
);

export const ManualTask = Type.Object(
  {
    instructions: Type.String({ minLength: 1, maxLength: 10_000, description: 'What to do.' }),
    fields: Type.Array(TaskField, {
      maxItems: 50,
      description: 'What is asked for; empty: nothing but that it is done.',
    }),
    links: Type.Optional(Type.Array(TaskLink, { maxItems: 20, description: 'Pages that are needed for it.' })),
  },
  { ...closed, title: 'ManualTask', description: 'Something that somebody has to do.' },
);
export type ManualTask = Static<typeof ManualTask>;

const TaskDefinition = Type.Object(
  { manualTask: ManualTask },
  { ...closed, title: 'TaskDefinition', description: 'What is to be done.' },
);

export const TaskResponse = Type.Object(
  {
    manualTask: Type.Object(
      {
        values: Type.Array(
          Type.Object(
            {
              key: Key,
              value: Type.Union(
                [
                  Type.Object(
                    {
                      text: Type.String({ minLength: 1, maxLength: 5_000, description: 'Of a field that is a text.' }),
                    },
                    closed,
                  ),
                  Type.Object(
                    {
                      document: Type.Object(
                        { documentId: DocumentId },
                        { ...closed, description: 'Of a field that is a PDF.' },
                      ),
                    },
                    closed,
                  ),
                ],
                { description: 'A text, or a document that was put.' },
              ),
            },
            { ...closed, title: 'TaskValue', description: 'The value of a field.' },
          ),
          { minItems: 1, maxItems: 50, description: 'By the keys of the fields.' },
        ),
      },
      { ...closed, description: 'Of a task by hand.' },
    ),
  },
  { ...closed, title: 'TaskResponse', description: 'What was asked for.' },
);
export type TaskResponse = Static<typeof TaskResponse>;

const Responsible = oneOf(['PROVIDER', 'PLATFORM'], { title: 'ResponsibleParty', description: 'Who has to do it.' });
const Rank = Type.Integer({ minimum: 0, maximum: 1_000, description: 'Those of lower ranks are done first.' });

export const NewTask = Type.Object(
  {
    definition: TaskDefinition,
    responsibleParty: Type.Optional(
      Type.Unsafe<'PROVIDER' | 'PLATFORM'>(
        oneOf(['PROVIDER', 'PLATFORM'], { title: 'TaskFor', description: 'Who has to do it. Default `PROVIDER`.' }),
      ),
    ),
    rank: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000, description: 'Those of lower ranks are done first. Default 0.' }),
    ),
  },
  { ...closed, title: 'NewEnrollmentTask', description: 'A task to be given.' },
);
export type NewTask = Static<typeof NewTask>;

export const Task = Type.Object(
  {
    id: TaskId,
    rank: Rank,
    isComplete: Type.Boolean({ description: 'Whether it is done.' }),
    responsibleParty: Responsible,
    definition: TaskDefinition,
    responseData: Type.Optional(TaskResponse),
    completedAt: Type.Optional(instant('When it was done.')),
  },
  { title: 'EnrollmentTask', description: 'Something that has to be done before an enrollment goes on.' },
);
export type Task = Static<typeof Task>;
