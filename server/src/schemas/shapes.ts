import Type from 'typebox';

// The small shapes that bodies, parameters and answers are made of.

/** Of objects that take no other members. */
export const closed = { additionalProperties: false } as const;

/** What the documentation has of a shape: a title of one word makes a type of its own of it in clients. */
export interface Told {
  readonly title?: string;
  readonly description?: string;
}

/** One of these texts. */
export function oneOf<Values extends string[]>(values: readonly [...Values], told: Told = {}) {
  return Type.Enum<Values>(values, { ...told });
}

/** The id of something that the server has made: a UUID in small letters. */
export const idText = (description: string) =>
  Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', description });

/** ISO 8601, UTC. @param description what it is the time of. */
export const instant = (description: string) => Type.String({ format: 'date-time', description });
export const CreatedAt = instant('When it was made.');
export const UpdatedAt = instant('When it was last changed; at first, when it was made.');
/** What filters by time have in common. */
export const From = instant('Nothing that is older: this instant counts.');
export const To = instant('Nothing that is newer: this instant counts.');

/** Of requests whose JSON a mapping makes first. */
export const MappingToRun = Type.Optional(
  Type.String({ minLength: 1, maxLength: 200, description: 'Id of a mapping that makes guide JSON of what is given.' }),
);
/** Any JSON here: what it must be is said by a guide. */
export const GuideJson = Type.Unknown({
  title: 'GuideJson',
  description: [
    'One transaction set as JSON, as the guide of its transaction setting has it.',
    'Its JSON Schema: GetGuide with `outputFormat=schema`.',
    "In TypeScript, the type of a guide that comes with the server: `import type { Data } from 'ediloom/guides/850-004010'`.",
  ].join(' '),
});

/** What DELETE answers: nothing. */
export const Nothing = Type.Null({ description: 'No content.' });

/** An address whose host has a dot in it, as the interface has it. */
export const EMAIL_PATTERN =
  "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$";
/** A name: something is to be seen of it, and it stays on one line. */
export const NAME_PATTERN = '^[^\\S\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$';
