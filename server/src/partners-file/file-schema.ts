import Type, { type Static, type TSchema } from 'typebox';
import { isObject } from '../json.js';
import { BUCKET_NAME } from '../resources/buckets/rows.js';
import { Notifications } from '../resources/buckets/schemas.js';
import type { RequestedKind, SecretForms } from '../resources/connections/kinds/kind.js';
import { GLOBAL_KIND, REQUESTED_KINDS } from '../resources/connections/kinds/kind-table.js';
import { common, type GivenConnection } from '../resources/connections/schemas.js';
import { NewDestination } from '../resources/destinations/schemas.js';
import { NewPartnership } from '../resources/partnerships/schemas.js';
import { NewProfile } from '../resources/profiles/schemas.js';
import { USERNAME } from '../resources/sftp-users/rows.js';
import { NewInboundSetting, NewOutboundSetting } from '../resources/transaction-settings/schemas.js';
import { SettingId } from '../schemas/ids.js';
import { closed } from '../schemas/shapes.js';

const Name = Type.String({ minLength: 1, maxLength: 200 });

/** A connection by its name, which is the same on every server. */
const ConnectionByName = Type.Object(
  {
    name: common.name,
    global: Type.Optional(Type.Literal(true, { description: 'One that no partnership has for itself.' })),
    subdirectory: NewOutboundSetting.properties.connection.properties.subdirectory,
    filename: NewOutboundSetting.properties.filename,
  },
  closed,
);

const Guide = Type.Optional(
  Type.String({ minLength: 1, maxLength: 200, description: 'Name of a guide of yours, or id of one of the server.' }),
);

const { guideId: _in, ...inbound } = NewInboundSetting.properties;
const { guideId: _out, connection: _connection, ...outbound } = NewOutboundSetting.properties;
const { ackConfiguration, ...partnership } = NewPartnership.properties;

const Inbound = Type.Object({ ...inbound, guide: Guide }, closed);
const Outbound = Type.Object(
  {
    ...outbound,
    outboundX12TransactionSettingsId: SettingId,
    guide: Guide,
    connection: Type.Optional(ConnectionByName),
  },
  closed,
);
const Acknowledgments = Type.Object(
  { ...ackConfiguration.properties, connection: Type.Optional(ConnectionByName) },
  closed,
);

const Definition = Type.Record(Type.String(), Type.Unknown());

/** How a file gives what is not written down in it: secrets, certificates and definitions. */
interface FileForms<Secret extends TSchema, Definition extends TSchema> extends SecretForms {
  readonly secret: (maxLength: number, description: string) => Secret;
  readonly definition: Definition;
}

/** A connection of a file: the kind, what all kinds have, and the kind's own members. */
export interface FileConnection extends GivenConnection {
  readonly connectionType: string;
  readonly name: string;
}

function connections(forms: SecretForms, kinds: readonly RequestedKind[]) {
  // By the type that is named, so that problems are those of one kind and not of all.
  return Type.Unsafe<FileConnection>({
    type: 'object',
    required: ['connectionType', 'name'],
    properties: { connectionType: { enum: kinds.map(({ name }) => name) } },
    allOf: kinds.map((kind) => ({
      if: { properties: { connectionType: { const: kind.name } } },
      then: Type.Object({ connectionType: Type.Literal(kind.name), ...common, ...kind.given(forms) }, closed),
    })),
  });
}

const { mappingId: _mappingId, ...destination } = NewDestination.properties;
/** Of its mode there is one of the name; its mapping is named, too. */
const FileDestination = Type.Object(
  {
    ...destination,
    mode: Type.Optional(Type.Enum(['test', 'production'], { description: 'Default production.' })),
    mapping: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: 'Name of a mapping.' })),
  },
  closed,
);

function fileSchema<Secret extends TSchema, Definition extends TSchema>(forms: FileForms<Secret, Definition>) {
  return Type.Object(
    {
      $schema: Type.Optional(Type.String()),
      buckets: Type.Optional(
        Type.Array(
          Type.Object(
            {
              bucketName: Type.String({ pattern: BUCKET_NAME }),
              notifications: Type.Optional(
                Type.Object(
                  { ...Notifications.properties },
                  { ...closed, description: 'Default: what there is, stays.' },
                ),
              ),
            },
            closed,
          ),
        ),
      ),
      sftpUsers: Type.Optional(
        Type.Array(
          Type.Object(
            {
              username: Type.String({ pattern: USERNAME }),
              description: Type.String({ maxLength: 200 }),
              bucketName: Type.String({ pattern: BUCKET_NAME }),
              homeDirectory: Type.String({ maxLength: 900 }),
              password: Type.Optional(forms.secret(1024, 'What the user logs in with.')),
              publicKeys: Type.Optional(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 20 })),
            },
            closed,
          ),
        ),
      ),
      profiles: Type.Optional(Type.Array(NewProfile)),
      guides: Type.Optional(
        Type.Array(
          Type.Object({ name: Name, definition: forms.definition, fragmentPath: Type.Optional(Name) }, closed),
        ),
      ),
      connections: Type.Optional(Type.Array(connections(forms, [GLOBAL_KIND]))),
      partnerships: Type.Optional(
        Type.Array(
          Type.Object(
            {
              ...partnership,
              ackConfiguration: Type.Optional(Acknowledgments),
              connections: Type.Optional(Type.Array(connections(forms, REQUESTED_KINDS))),
              inboundTransactions: Type.Optional(Type.Array(Inbound)),
              outboundTransactions: Type.Optional(Type.Array(Outbound)),
            },
            closed,
          ),
        ),
      ),
      destinations: Type.Optional(Type.Array(FileDestination)),
    },
    closed,
  );
}

/** A reference to a file beside this one. */
export const FileReference = Type.Object({ file: Type.String({ minLength: 1, maxLength: 1000 }) }, closed);
const EnvironmentReference = Type.String({ pattern: '^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$' });
const Pem = Type.String({ minLength: 1, maxLength: 100_000 });

/** The file as it is written: secrets are names of variables or files, never values. */
export const WRITTEN_SCHEMA = fileSchema({
  secret: () =>
    Type.Union([EnvironmentReference, FileReference], {
      description: '`$` and the name of a variable in braces, or { "file": … }.',
    }),
  pem: Type.Union([Pem, FileReference]),
  definition: Type.Union([FileReference, Definition]),
});

/** The same as JSON Schema for editors. */
export const PARTNERS_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://ediloom.dev/schemas/partners.json',
  title: 'Partners of an account',
  ...WRITTEN_SCHEMA,
};

const Unset = Type.Object({ unset: Type.String() }, closed);

/** The file as it is applied: references are read. A variable that is not set leaves the secret that is there. */
export const APPLIED_SCHEMA = fileSchema({
  secret: (maxLength) => Type.Union([Type.String({ minLength: 1, maxLength }), Unset]),
  pem: Pem,
  definition: Definition,
});

/** Every secret and every certificate of a file, in a form that tells them apart. */
const MARKED_SCHEMA = fileSchema({
  secret: () => Type.Unsafe<string>({ form: 'secret' }),
  pem: Type.Unsafe<string>({ form: 'pem' }),
  definition: Type.Unsafe<object>({ form: 'definition' }),
});

/** Names of the members that hold secrets, wherever in a file they stand; and of those that hold certificates. */
export const SECRET_MEMBERS: ReadonlySet<string> = new Set(membersOfForm(MARKED_SCHEMA, 'secret'));
export const PEM_MEMBERS: ReadonlySet<string> = new Set(membersOfForm(MARKED_SCHEMA, 'pem'));

function membersOfForm(schema: unknown, form: string): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => membersOfForm(one, form));
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([name, inner]) => [
    ...(isObject(inner) && inner.form === form ? [name] : []),
    ...membersOfForm(inner, form),
  ]);
}

/** A file whose references have been read. */
export type PartnersFile = Static<typeof APPLIED_SCHEMA>;
export type FilePartnership = NonNullable<PartnersFile['partnerships']>[number];
export type FileGuide = NonNullable<PartnersFile['guides']>[number];
export type ConnectionByName = Static<typeof ConnectionByName>;
