import { isObject } from '../../json.js';
import type { OpenKind } from './kinds.js';
import type { GivenConnection } from './schemas.js';

/** What a body says, apart: settings that answers show, and secrets; `null` takes one away. */
export interface SplitConnection {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets: ReadonlyMap<string, string | null>;
}

type Members = Readonly<Record<string, unknown>>;
type Secrets = Map<string, string | null>;

/**
 * @param before settings as they stand, where the connection exists: parts of AS2 credentials that are absent stay.
 */
export function splitSecrets(kind: OpenKind, given: GivenConnection, before: Members = {}): SplitConnection {
  const { name: _name, enabled: _enabled, test: _test, ...members } = given;
  const secrets: Secrets = new Map();
  if (kind === 'remote-ftp') return { settings: without(members, REMOTE, secrets), secrets };
  if (kind === 'as2') return { settings: splitAs2(members, before, secrets), secrets };
  return { settings: members, secrets };
}

/** Names of the members, which are those of the secrets. */
const REMOTE = ['password', 'privateKey', 'passphrase'];

const CREDENTIALS = ['localSigning', 'localEncryption', 'partnerSigning', 'partnerEncryption'];

function splitAs2({ outboundSettings, ...members }: Members, before: Members, secrets: Secrets): Members {
  const settings: Record<string, unknown> = { ...members };
  if (isObject(outboundSettings)) settings.outboundSettings = splitOutbound(outboundSettings, secrets);
  else secrets.set('basicAuthPassword', null);
  for (const name of CREDENTIALS) {
    const part = splitCredential(name, members[name], before[name], secrets);
    if (part === undefined) delete settings[name];
    else settings[name] = part;
  }
  return settings;
}

function splitOutbound({ basicAuth, ...outbound }: Members, secrets: Secrets): Members {
  if (!isObject(basicAuth)) {
    secrets.set('basicAuthPassword', null);
    return outbound;
  }
  return { ...outbound, basicAuth: renamed(basicAuth, 'password', 'basicAuthPassword', secrets) };
}

function splitCredential(name: string, given: unknown, before: unknown, secrets: Secrets): unknown {
  if (!isObject(given)) return before;
  const keyName = `${name}PrivateKey`;
  if (given.remove === true) {
    if (name.startsWith('local')) secrets.set(keyName, null);
    return undefined;
  }
  const { remove: _, ...certificates } = renamed(given, 'privateKey', keyName, secrets);
  return { ...(isObject(before) ? before : {}), ...certificates };
}

function without(members: Members, names: readonly string[], secrets: Secrets): Members {
  return names.reduce((rest, name) => renamed(rest, name, name, secrets), members);
}

/** Takes a member out and keeps it as a secret under a name. */
function renamed(members: Members, member: string, secret: string, secrets: Secrets): Members {
  const { [member]: value, ...rest } = members;
  if (typeof value === 'string' || value === null) secrets.set(secret, value);
  return rest;
}
