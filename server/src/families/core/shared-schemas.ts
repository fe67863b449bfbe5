import Type, { type Static } from 'typebox';

/** One of these texts. */
export function oneOf<Values extends string[]>(values: readonly [...Values], description?: string) {
  return Type.Enum<Values>(values, description === undefined ? {} : { description });
}

export const PartnershipId = Type.String({ minLength: 1, maxLength: 81, pattern: '^([a-zA-Z0-9._-]+)$' });
export const SettingId = Type.String({ minLength: 1, maxLength: 50, pattern: '^([a-zA-Z0-9_-]+)$' });
/** Ids that the server or a client has made; what is not there is a 404. */
export const AnyId = Type.String({ minLength: 1, maxLength: 200 });
export const GroupId = Type.String({ minLength: 1, maxLength: 200, pattern: '^([a-zA-Z0-9._:-]+)$' });
export const DateTime = Type.String({ format: 'date-time' });
export const ControlNumber = Type.Number({ minimum: 0, maximum: 999_999_999 });

export const Direction = oneOf(['INBOUND', 'OUTBOUND', 'UNKNOWN']);
export const Mode = oneOf(['test', 'production', 'other'], 'ISA15: T, P, I.');
export const ConnectionType = oneOf(['BUCKET', 'AS2', 'PLATFORM_FTP', 'REMOTE_FTP', 'PLATFORM_ACCOUNT_FTP']);

export const Artifact = Type.Object({
  artifactType: Type.String(),
  usage: oneOf(['input', 'output', 'metadata', 'attachment']),
  sizeBytes: Type.Number(),
  url: Type.String({ description: 'Needs a key; leads to an address that is good for five minutes and needs none.' }),
  model: oneOf(['execution', 'transaction', 'fragment', 'fault']),
});
export type Artifact = Static<typeof Artifact>;

export const DocumentLink = Type.Object({
  documentDownloadUrl: Type.String({ description: 'Good for five minutes; needs no key.' }),
});
