import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity } from 'ediloom/transports/as2';
import type { pino } from 'pino';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { checkTlsFiles } from '../../src/start/check-tls-files.js';
import { openDataFolder } from '../../src/start/data-folder.js';
import { readConfig } from '../../src/start/read-config.js';
import { misspeltSettings } from '../../src/start/unknown-settings.js';
import { runLine } from '../support/run-line.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ediloom-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** Starts the server, which is not to come up. */
async function start(env: Readonly<Record<string, string>>) {
  const environment = { DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'silent', SHUTDOWN_MS: '0', ...env };
  const { code, error } = await runLine(['start'], environment);
  return { code, error };
}

it('says that DATA_DIR is a file, or lies below one', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'data')]) {
    const { code, error } = await start({ DATA_DIR: path });
    expect({ code, error }).toEqual({
      code: 2,
      error: `DATA_DIR cannot be used: ${path} is, or lies below, a file. Name a folder.\n`,
    });
  }
});

it.runIf(process.platform === 'linux')('ends where the file system makes no folder at all', async () => {
  const { code, error } = await start({ DATA_DIR: '/proc/ediloom/data' });
  expect(code).toBe(2);
  expect(error).toMatch(/^DATA_DIR cannot be used: .*Name another folder\.\n$/);
});

it('says which port is in use, and what to set', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as { readonly port: number };
  const { code, error } = await start({ PORT: String(port) });
  expect(code).toBe(2);
  expect(error).toContain(`Port ${port} of 127.0.0.1 is in use`);
  expect(error).toContain(`PORT=${port + 1}`);
});

it('says that HOST is not of this machine', async () => {
  // Of the range that documentation has.
  const { code, error } = await start({ HOST: '192.0.2.1', ALLOW_INSECURE: '1' });
  expect(code).toBe(2);
  expect(error).toContain('This machine has no address 192.0.2.1.');
});

it('says what is wrong with OBJECTS_URL before anything is opened', async () => {
  expect(await start({ OBJECTS_URL: 's3://' })).toEqual({
    code: 2,
    error: 'OBJECTS_URL is to begin with s3:// and a bucket.\n',
  });
  const { code, error } = await start({ OBJECTS_URL: 's3://edi/x?regoin=eu' });
  expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining('parameter regoin') });
});

it('says which of the files of TLS is wrong, and how', async () => {
  const pem = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem'), other: join(folder, 'other.pem') };
  const [identity, stranger] = await Promise.all([
    generateIdentity({ commonName: 'edi', days: 10 }),
    generateIdentity({ commonName: 'other', days: 10 }),
  ]);
  writeFileSync(pem.certificate, identity.certificatePem);
  writeFileSync(pem.key, identity.privateKeyPem);
  writeFileSync(pem.other, stranger.privateKeyPem);
  const errorOf = async (cert: string, key: string, name = 'TLS') => {
    const { code, error } = await start({ [`${name}_CERT`]: cert, [`${name}_KEY`]: key });
    expect(code).toBe(2);
    return error;
  };
  expect(await errorOf('/nope', pem.key)).toBe('TLS_CERT names a file that cannot be read: /nope. Name a PEM file.\n');
  writeFileSync(join(folder, 'empty.pem'), '\n');
  expect(await errorOf(pem.certificate, join(folder, 'empty.pem'))).toMatch(/^TLS_KEY names a file that is empty: /);
  expect(await errorOf(pem.key, pem.key)).toMatch(/^TLS_CERT is no certificate in PEM/);
  expect(await errorOf(pem.certificate, pem.certificate)).toMatch(/^TLS_KEY is no private key in PEM/);
  const apart = 'TLS_KEY is not the key of the certificate in TLS_CERT.\n';
  expect(await errorOf(pem.certificate, pem.other)).toBe(apart);
  // OpenSSL itself does not compare these two: every handshake would fail.
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(join(folder, 'curve.pem'), curve);
  expect(await errorOf(pem.certificate, join(folder, 'curve.pem'))).toBe(apart);
  // Those of the listeners of partners, too: else it would be known once somebody logs in.
  for (const name of ['AS2_TLS', 'FTPS']) {
    expect(await errorOf(pem.certificate, pem.other, name)).toBe(apart.replaceAll('TLS', name));
  }
  const { error } = await start({ S3_PORT: '0', S3_TLS_CERT: pem.certificate, S3_TLS_KEY: pem.other });
  expect(error).toBe(apart.replaceAll('TLS', 'S3_TLS'));
});

it('warns of a certificate that is not valid now', async () => {
  const [keyFile, certFile] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string];
  const { certificatePem, privateKeyPem } = await generateIdentity({ commonName: 'edi', days: 1 });
  writeFileSync(keyFile, privateKeyPem);
  writeFileSync(certFile, certificatePem);
  const warned: unknown[] = [];
  const log = { warn: (found: unknown) => void warned.push(found) } as unknown as ReturnType<typeof pino>;
  const config = { ...readConfig({}), tls: { keyFile, certFile } };
  checkTlsFiles(config, log, Date.now());
  expect(warned).toEqual([]);
  checkTlsFiles(config, log, Date.now() + 10 * 86_400_000);
  expect(warned).toMatchObject([{ validTo: expect.any(String) }]);
});

it.each([
  [{ PUBLIC_URL: 'https://edi.example/x?y=1' }, 'PUBLIC_URL must have no user, password, query or fragment'],
  [{ PUBLIC_URL: 'https://us:canary@edi.example' }, 'PUBLIC_URL must have no user'],
  [{ HOST: 'http://127.0.0.1' }, 'HOST must be the name or address of a host alone'],
  [{ S3_PORT: 'x' }, 'S3_PORT must be a port from 0 to 65535, or off'],
  [
    { S3_PORT: '0', EXCHANGE_HOST: '0.0.0.0', ENCRYPT_AT_REST: '1' },
    'S3_PORT is reachable from other machines, but there is no TLS',
  ],
  [{ HOST: '127.0.0.1:8480' }, 'HOST must be the name or address of a host alone'],
  [{ RETENTION_DAYS: '5', RETENTION_DAYS_FILE: '/nope' }, 'RETENTION_DAYS and RETENTION_DAYS_FILE are both set'],
])('says what is wrong with %j', async (env, message) => {
  const { code, error } = await start(env);
  expect(code).toBe(2);
  expect(error).toContain(message);
  expect(error).not.toContain('canary');
});

it.runIf(process.platform !== 'win32')('takes rights away that other users have, and says so', () => {
  const warned: unknown[] = [];
  const log = { warn: (found: unknown) => void warned.push(found) } as unknown as ReturnType<typeof pino>;
  mkdirSync(join(folder, 'objects'));
  for (const name of ['store.sqlite', 'store.sqlite-wal', 'owner.lock', 'notes.txt']) {
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), 0o644);
  }
  chmodSync(join(folder, 'objects'), 0o755);
  openDataFolder(folder, log);
  const modeOf = (name: string): number => statSync(join(folder, name)).mode & 0o777;
  expect(['store.sqlite', 'store.sqlite-wal', 'owner.lock', 'objects', 'notes.txt'].map(modeOf)).toEqual([
    0o600, 0o600, 0o600, 0o700, 0o644,
  ]);
  expect(warned).toEqual([{ files: ['store.sqlite', 'store.sqlite-wal', 'owner.lock', 'objects'] }]);
  openDataFolder(folder, log);
  expect(warned, 'nothing is left to close').toHaveLength(1);
});

it.runIf(process.platform !== 'win32')('lets nobody else put files into the data folder, and says so', () => {
  const warned: unknown[] = [];
  const log = { warn: (found: unknown) => void warned.push(found) } as unknown as ReturnType<typeof pino>;
  chmodSync(folder, 0o777);
  openDataFolder(folder, log);
  expect(statSync(folder).mode & 0o777).toBe(0o775);
  expect(warned).toEqual([{ folder }]);
  openDataFolder(folder, log);
  expect(warned, 'a group that may is left as it is').toHaveLength(1);
});

it('knows settings by names that are nearly theirs, and leaves alone what belongs to others', () => {
  expect(
    misspeltSettings({
      PORTT: '1',
      data_dir: 'x',
      EDILOOM_PUBLIC_URL: 'x',
      RETENTION_DAY: '1',
      DELIVERY_ATEMPTS: '1',
      DATABSE_URL_FILE: 'x',
      TLS_CERTIFICATE: 'x',
      TLS_KEY_FILE: 'x',
      AUDIT_RETENTION: '1',
    }),
  ).toEqual([
    { name: 'PORTT', meant: 'PORT' },
    { name: 'data_dir', meant: 'DATA_DIR' },
    { name: 'EDILOOM_PUBLIC_URL', meant: 'PUBLIC_URL' },
    { name: 'RETENTION_DAY', meant: 'RETENTION_DAYS' },
    { name: 'DELIVERY_ATEMPTS', meant: 'DELIVERY_ATTEMPTS' },
    { name: 'DATABSE_URL_FILE', meant: 'DATABASE_URL_FILE' },
    { name: 'TLS_CERTIFICATE', meant: 'TLS_CERT' },
    { name: 'TLS_KEY_FILE', meant: 'TLS_KEY' },
    { name: 'AUDIT_RETENTION', meant: 'AUDIT_RETENTION_DAYS' },
  ]);
  const foreign = [
    'HOME',
    'PATH',
    'HOSTNAME',
    'PWD',
    'LOGNAME',
    'JOB_NAME',
    'JOB_URL',
    'REDIS_PORT',
    'SMTP_HOST',
    'TLS_CA',
  ];
  expect(misspeltSettings(Object.fromEntries(foreign.map((name) => [name, 'x'])))).toEqual([]);
  expect(misspeltSettings({ PORT: '1', PORTS: '2' }), 'the setting itself is there').toEqual([]);
});
