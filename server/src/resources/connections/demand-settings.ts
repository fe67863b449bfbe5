import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isObject } from '../../json.js';
import { invalid } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { OpenKind } from './kinds.js';
import type { SplitConnection } from './split-secrets.js';

type Settings = SplitConnection['settings'];

/**
 * What a schema cannot say of settings. Hosts are checked when they are reached, as names lead elsewhere tomorrow.
 * @throws Problem `invalid` with the pointer.
 */
export async function demandSettings(queries: AccountQueries, kind: OpenKind, split: SplitConnection): Promise<void> {
  const { settings } = split;
  demandPaths(settings);
  if (kind === 'bucket' || kind === 'hosted-sftp') await demandBucket(queries, settings);
  if (kind === 'hosted-sftp') await demandUser(queries, settings);
  if (kind === 'remote-ftp') demandPattern(settings.filterPattern);
  if (kind === 'as2') demandAs2(split);
}

const DIRECTORIES = [
  'parentDirectory',
  'inboundSubdirectory',
  'outboundSubdirectory',
  'homeDirectory',
  'rootDirectory',
] as const;

function demandPaths(settings: Settings): void {
  for (const name of DIRECTORIES) {
    const path = settings[name];
    if (typeof path !== 'string') continue;
    if (path.split('/').some((part) => part === '.' || part === '..')) throw refused(`/${name}`, 'has no "." and ".."');
  }
}

async function demandBucket(queries: AccountQueries, { bucketName }: Settings): Promise<void> {
  const bucket = await queries.from('buckets').select('name').where('name', '=', String(bucketName)).executeTakeFirst();
  if (bucket === undefined) throw refused('/bucketName', 'names a bucket of the account. Create it first');
}

async function demandUser(queries: AccountQueries, { username, bucketName }: Settings): Promise<void> {
  if (username === undefined) return;
  const user = await queries
    .from('sftp_users')
    .select('bucket')
    .where('username', '=', String(username))
    .executeTakeFirst();
  if (user?.bucket !== bucketName) {
    throw refused('/username', 'names an SFTP user of the account whose home is in the bucket. Create it first');
  }
}

/** Compiled, not run: what it matches is matched elsewhere. */
function demandPattern(pattern: unknown): void {
  if (typeof pattern !== 'string') return;
  try {
    new RegExp(pattern, 'u');
  } catch {
    throw refused('/filterPattern', 'is a regular expression');
  }
}

function demandAs2({ settings, secrets }: SplitConnection): void {
  const outbound = settings.outboundSettings;
  if (isObject(outbound) && String(outbound.partnerServerUrl).startsWith('http:')) {
    const { encryptionAlgorithm = 'none' } = outbound;
    if (encryptionAlgorithm === 'none') {
      throw refused('/outboundSettings/encryptionAlgorithm', 'is not none where the address is plain http');
    }
  }
  for (const name of ['localSigning', 'localEncryption', 'partnerSigning', 'partnerEncryption']) {
    const part = settings[name];
    if (isObject(part)) demandCertificates(name, part, secrets.get(`${name}PrivateKey`));
  }
}

function demandCertificates(name: string, part: Settings, privateKey: string | null | undefined): void {
  const certificate = demandCertificate(`/${name}/publicCertificate`, part.publicCertificate);
  if (typeof part.certificateChain === 'string') {
    const chain = part.certificateChain.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [''];
    for (const one of chain) demandCertificate(`/${name}/certificateChain`, one);
  }
  if (typeof privateKey !== 'string') return;
  const at = `/${name}/privateKey`;
  const key = keyOf(privateKey);
  if (key === undefined) throw refused(at, 'is a private key in PEM, without a passphrase');
  if (certificate !== undefined && !certificate.checkPrivateKey(key)) throw refused(at, 'belongs to the certificate');
}

function demandCertificate(at: string, pem: unknown): X509Certificate | undefined {
  if (typeof pem !== 'string') return undefined;
  try {
    return new X509Certificate(pem);
  } catch {
    throw refused(at, 'is a certificate in PEM');
  }
}

function keyOf(pem: string): ReturnType<typeof createPrivateKey> | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

function refused(path: string, rule: string): Error {
  const message = `${path.slice(1)} ${rule}.`;
  return invalid(message, { errors: [{ path, message }] });
}
