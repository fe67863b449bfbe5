import Type, { type Static } from 'typebox';
import { closed } from '../../for-kinds.js';
import { InboundFileEncoding, MaxSessions, Pem, Username } from '../settings-shapes.js';

const as2Id = (description: string) =>
  Type.String({ minLength: 1, maxLength: 128, pattern: '^[!#-\\[\\]-~]([ !#-\\[\\]-~]*[!#-\\[\\]-~])?$', description });
const digest = (description: string) =>
  Type.Union(
    ['NONE', 'SHA1', 'SHA256', 'SHA384', 'SHA512'].map((name) => Type.Literal(name)),
    { description },
  );
const Cipher = ['none', 'aes128_cbc', 'aes192_cbc', 'aes256_cbc'] as const;
export const CERTIFICATE = 'The certificate, as PEM.';
export const CHAIN =
  'Certificates of those who have signed it, as PEM. Kept beside it for people: what is trusted is the certificate itself.';
/** What each of the four is for. */
export const USES = {
  localSigning: 'Your certificate that partners check your signatures by.',
  localEncryption: 'Your certificate that partners encrypt for.',
  partnerSigning: "The partner's certificate that its signatures are checked by.",
  partnerEncryption: "The partner's certificate that is encrypted for.",
} as const;
const certificates = (description: string) =>
  Type.Object(
    {
      publicCertificate: Type.Optional(Type.String({ ...Pem, description: CERTIFICATE })),
      certificateChain: Type.Optional(Type.String({ ...Pem, description: CHAIN })),
    },
    { ...closed, description },
  );

export const BASIC_AUTH = "What is shown to the partner's server; only over https.";

/** A partner over AS2. Private keys and passwords are secrets, kept apart. */
export const As2Settings = Type.Object(
  {
    localAs2Id: as2Id('Your AS2 id.'),
    partnerAs2Id: as2Id("The partner's AS2 id."),
    inboundFileEncoding: Type.Optional(InboundFileEncoding),
    maxSessions: Type.Optional(MaxSessions),
    inboundSettings: Type.Optional(
      Type.Object(
        {
          enabled: Type.Boolean({ description: 'Whether transmissions of the partner are taken.' }),
          encryptionAlgorithm: Type.Optional(
            Type.Union(
              [...Cipher, '3des'].map((name) => Type.Literal(name)),
              { description: 'What the partner encrypts by; `none`: what is not encrypted is taken, too.' },
            ),
          ),
        },
        { ...closed, description: 'What the transmissions of the partner must be like.' },
      ),
    ),
    outboundSettings: Type.Optional(
      Type.Object(
        {
          enabled: Type.Boolean({ description: 'Whether anything is sent to the partner.' }),
          partnerServerUrl: Type.String({
            maxLength: 2000,
            pattern: '^https?://[^\\s@]+$',
            description: "Address of the partner's AS2 server. Over plain http only what is encrypted is sent.",
          }),
          encryptionAlgorithm: Type.Optional(
            Type.Union(
              Cipher.map((name) => Type.Literal(name)),
              { description: 'Default `aes256_cbc`.' },
            ),
          ),
          signingAlgorithm: Type.Optional(digest('Digest of your signatures. Default SHA256.')),
          mdnSigningAlgorithm: Type.Optional(
            digest('Digest of the receipts (MDN) that are asked for; NONE: unsigned ones. Default SHA256.'),
          ),
          mdnResponse: Type.Optional(
            Type.Union([Type.Literal('none'), Type.Literal('sync'), Type.Literal('async')], {
              description:
                'Whether a receipt (MDN) is asked for. Default `sync`: it comes in the answer. `async`: it comes by itself, within 16 minutes.',
            }),
          ),
          asyncMdnUrl: Type.Optional(
            Type.String({
              maxLength: 2000,
              pattern: '^https?://[^\\s@]+$',
              description:
                "Where receipts that come by themselves are sent to, as the partner reaches it. Default: the server's AS2_URL.",
            }),
          ),
          compression: Type.Optional(
            Type.Union([Type.Literal('DISABLED'), Type.Literal('ZLIB')], { description: 'Default DISABLED.' }),
          ),
          basicAuth: Type.Optional(Type.Object({ username: Username }, { ...closed, description: BASIC_AUTH })),
          ca: Type.Optional(
            Type.String({
              ...Pem,
              description: "PEM of the authority of the server's certificate. Default: those that Node trusts.",
            }),
          ),
        },
        { ...closed, description: 'How files are sent to the partner.' },
      ),
    ),
    localSigning: Type.Optional(certificates(USES.localSigning)),
    localEncryption: Type.Optional(certificates(USES.localEncryption)),
    partnerSigning: Type.Optional(certificates(USES.partnerSigning)),
    partnerEncryption: Type.Optional(certificates(USES.partnerEncryption)),
  },
  closed,
);
export type As2Settings = Static<typeof As2Settings>;
