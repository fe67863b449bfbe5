import Type, { type Static } from 'typebox';
import { closed } from '../../for-kinds.js';
import { MaxSessions, Pem, Username } from '../settings-shapes.js';

const As2Id = Type.String({ minLength: 1, maxLength: 128, pattern: '^[ !#-\\[\\]-~]+$' });
const Digest = Type.Union(['NONE', 'SHA1', 'SHA256', 'SHA384', 'SHA512'].map((name) => Type.Literal(name)));
const Cipher = ['none', 'aes128_cbc', 'aes192_cbc', 'aes256_cbc'] as const;
const Certificates = Type.Object(
  { publicCertificate: Type.Optional(Pem), certificateChain: Type.Optional(Pem) },
  closed,
);

/** A partner over AS2. Private keys and passwords are secrets, kept apart. */
export const As2Settings = Type.Object(
  {
    localAs2Id: As2Id,
    partnerAs2Id: As2Id,
    maxSessions: Type.Optional(MaxSessions),
    inboundSettings: Type.Optional(
      Type.Object(
        {
          enabled: Type.Boolean(),
          encryptionAlgorithm: Type.Optional(Type.Union([...Cipher, '3des'].map((name) => Type.Literal(name)))),
        },
        closed,
      ),
    ),
    outboundSettings: Type.Optional(
      Type.Object(
        {
          enabled: Type.Boolean(),
          partnerServerUrl: Type.String({ maxLength: 2000, pattern: '^https?://[^\\s@]+$' }),
          encryptionAlgorithm: Type.Optional(Type.Union(Cipher.map((name) => Type.Literal(name)))),
          signingAlgorithm: Type.Optional(Digest),
          mdnSigningAlgorithm: Type.Optional(Digest),
          mdnResponse: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('sync')])),
          compression: Type.Optional(Type.Union([Type.Literal('DISABLED'), Type.Literal('ZLIB')])),
          basicAuth: Type.Optional(Type.Object({ username: Username }, closed)),
          ca: Type.Optional(Pem),
        },
        closed,
      ),
    ),
    localSigning: Type.Optional(Certificates),
    localEncryption: Type.Optional(Certificates),
    partnerSigning: Type.Optional(Certificates),
    partnerEncryption: Type.Optional(Certificates),
  },
  closed,
);
export type As2Settings = Static<typeof As2Settings>;
