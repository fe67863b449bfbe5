import Type, { type TSchema } from 'typebox';
import { closed, isObject, type JsonObject } from '../../for-kinds.js';
import type { SecretForms, SplitConnection } from '../kind.js';
import { type TakenSecrets, takeSecret } from '../secrets-apart.js';
import { Username } from '../settings-shapes.js';
import { As2Settings, BASIC_AUTH, CERTIFICATE, CHAIN, USES } from './settings.js';

const PASSWORD = 'basicAuthPassword';
const LOCAL = ['localSigning', 'localEncryption'] as const;

/** Members that hold certificates, and of our own the private keys. */
export const CREDENTIALS = [...LOCAL, 'partnerSigning', 'partnerEncryption'] as const;

/** Name of the secret that is the private key of a credential. */
export function keyNameOf(credential: string): string {
  return `${credential}PrivateKey`;
}

export const AS2_SECRETS: readonly string[] = [PASSWORD, ...LOCAL.map(keyNameOf)];

/** Credentials as they are given; absent parts stay as they are. */
export function as2Credentials({ secret, pem }: SecretForms) {
  const certificates = {
    remove: Type.Optional(Type.Boolean({ description: 'Takes certificates and key away.' })),
    publicCertificate: Type.Optional(described(pem, CERTIFICATE)),
    certificateChain: Type.Optional(described(pem, CHAIN)),
  };
  const keyed = { ...certificates, privateKey: Type.Optional(secret(100_000, 'Its private key, as PEM.')) };
  const partner = (description: string) => Type.Optional(Type.Object(certificates, { ...closed, description }));
  const local = (description: string) => Type.Optional(Type.Object(keyed, { ...closed, description }));
  return {
    localSigning: local(USES.localSigning),
    localEncryption: local(USES.localEncryption),
    partnerSigning: partner(USES.partnerSigning),
    partnerEncryption: partner(USES.partnerEncryption),
  };
}

function described(schema: TSchema, description: string) {
  return Type.Unsafe<unknown>({ ...schema, description });
}

/** Name and password that are shown to the partner's server. */
export function basicAuth({ secret }: SecretForms) {
  const password = Type.Optional(secret(1024, 'Password of the name.'));
  return Type.Object({ username: Username, password }, { ...closed, title: 'BasicAuth', description: BASIC_AUTH });
}

/** Settings with secrets in their places. */
export function as2Given(forms: SecretForms) {
  const outbound = As2Settings.properties.outboundSettings.properties;
  return {
    ...As2Settings.properties,
    outboundSettings: Type.Optional(
      Type.Object(
        { ...outbound, basicAuth: Type.Optional(basicAuth(forms)) },
        { ...closed, description: 'How files are sent to the partner.' },
      ),
    ),
    ...as2Credentials(forms),
  };
}

/** Credentials that are not given stay as they are; without an outbound side, or basicAuth in it, its password goes. */
export function splitAs2({ outboundSettings, ...members }: JsonObject, before: JsonObject): SplitConnection {
  const secrets: TakenSecrets = new Map();
  const settings: Record<string, unknown> = { ...members };
  if (isObject(outboundSettings)) settings.outboundSettings = splitOutbound(outboundSettings, secrets);
  else secrets.set(PASSWORD, null);
  for (const name of CREDENTIALS) {
    const part = splitCredential(name, members[name], before[name], secrets);
    if (part === undefined) delete settings[name];
    else settings[name] = part;
  }
  return { settings, secrets };
}

function splitOutbound({ basicAuth: given, ...outbound }: JsonObject, secrets: TakenSecrets): JsonObject {
  if (isObject(given)) return { ...outbound, basicAuth: takeSecret(given, 'password', PASSWORD, secrets) };
  secrets.set(PASSWORD, null);
  return outbound;
}

function splitCredential(name: string, given: unknown, before: unknown, secrets: TakenSecrets): unknown {
  if (!isObject(given)) return before;
  if (given.remove === true) {
    if (name.startsWith('local')) secrets.set(keyNameOf(name), null);
    return undefined;
  }
  const { remove: _, ...certificates } = takeSecret(given, 'privateKey', keyNameOf(name), secrets);
  return { ...(isObject(before) ? before : {}), ...certificates };
}

/** The way back. A password without a name has no place, and is left out. */
export function joinAs2(settings: JsonObject, secrets: ReadonlyMap<string, string>): JsonObject {
  const outbound = settings.outboundSettings;
  const password = secrets.get(PASSWORD);
  const isAuth = isObject(outbound) && isObject(outbound.basicAuth) && password !== undefined;
  const keys = LOCAL.flatMap((name) => {
    const privateKey = secrets.get(keyNameOf(name));
    const part = settings[name];
    return privateKey === undefined ? [] : [[name, { ...(isObject(part) ? part : {}), privateKey }] as const];
  });
  return {
    ...settings,
    ...(isAuth ? { outboundSettings: { ...outbound, basicAuth: { ...Object(outbound.basicAuth), password } } } : {}),
    ...Object.fromEntries(keys),
  };
}
