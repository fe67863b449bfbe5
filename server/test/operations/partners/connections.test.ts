import { generateIdentity } from 'ediloom/transports/as2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ulid } from '../../../src/ids.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { checkReceiving } from '../../../src/resources/connections/kinds/as2/check-receiving.js';
import { createSftpUser } from '../../../src/resources/sftp-users/rows.js';
import { makePartnership, P, partnersApp } from '../../support/partners-app.js';
import type { TestApp } from '../../support/test-app.js';

/** Of a curve, for a hundred years. */
const CURVE = `-----BEGIN CERTIFICATE-----
MIIBdzCCAR2gAwIBAgIUAbSlPRr9jw5iKGoaRl25e8pXM5YwCgYIKoZIzj0EAwIw
EDEOMAwGA1UEAwwFY3VydmUwIBcNMjYxMTIyMjMxMDAyWhgPMjEyNjEwMjkyMzEw
MDJaMBAxDjAMBgNVBAMMBWN1cnZlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
kxBQqER/Z2ijpCVypgFIt6h3XKrxP0rjC4SDb/7FWquQ75/hR64aENK10tZQuc14
ijeas55NwXkvzTtQgRp2O6NTMFEwHQYDVR0OBBYEFOWWiX6PeIcTML+G1FzJB+2s
A5jUMB8GA1UdIwQYMBaAFOWWiX6PeIcTML+G1FzJB+2sA5jUMA8GA1UdEwEB/wQF
MAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhALut8G5v05Wg750TPr7z232KzeEWgSkl
frD+eJpCvgybAiAIVr04sH6eeZK4zmvi/QkUkMfw4YrZvnfcFP6fvh0jGQ==
-----END CERTIFICATE-----`;

let test: TestApp;
let url: string;

beforeAll(async () => {
  test = await partnersApp();
  url = `${P}/x12/partnerships/${await makePartnership(test, 'a')}/connections`;
  await test.queries(async (queries) => {
    await createBucket(queries, test.clock, { name: 'files' });
    const home = { description: 'a', bucket: 'files', homeDirectory: '/a' };
    await createSftpUser(queries, test.clock, { ...home, username: 'ANNA' });
  });
});
afterAll(() => test.close());

const remote = { name: 'their server', protocol: 'SFTP', host: 'sftp.example.com', username: 'us' };

async function make(path: string, payload: object): Promise<Record<string, unknown> & { connectionId: string }> {
  const answer = await test.call('POST', `${url}/${path}`, { payload });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json();
}

function secretOf(connectionId: string, name: string): Promise<string | undefined> {
  const place = { purpose: 'connection', ownerId: connectionId, name };
  return test.queries((queries) => test.services.secrets.get(queries, place));
}

describe('connections to a bucket', () => {
  it('are created, read, replaced, tried and deleted', async () => {
    const settings = { name: 'drop', bucketName: 'files', parentDirectory: 'a', outboundSubdirectory: 'out' };
    const made = await make('buckets', settings);
    expect(made).toMatchObject({ ...settings, connectionType: 'bucket', enabled: true, test: false, secrets: [] });
    const one = `${url}/buckets/${made.connectionId}`;
    expect((await test.call('GET', one)).json()).toEqual(made);
    const checked = await test.call('POST', `${one}/check`);
    expect(checked.json()).toMatchObject({ kind: 'bucket', ok: true });
    const replaced = await test.call('PUT', one, { payload: { bucketName: 'files', enabled: false } });
    expect(replaced.json()).toMatchObject({ name: 'drop', enabled: false });
    expect(replaced.json()).not.toHaveProperty('parentDirectory');
    expect((await test.call('PUT', one, { payload: { ...settings, name: 'other' } })).statusCode).toBe(400);
    expect((await test.call('DELETE', one)).statusCode).toBe(204);
    expect((await test.call('GET', one)).statusCode).toBe(404);
  });

  it.each([
    ['a bucket that is not there', { bucketName: 'nobodys' }, '/bucketName'],
    ['a way out', { parentDirectory: 'a/../b' }, '/parentDirectory'],
    ['a member of another kind', { host: 'example.com' }, '/host'],
    [
      'one directory for what comes in and what goes out',
      { inboundSubdirectory: '/edi/', outboundSubdirectory: 'edi' },
      '/inboundSubdirectory',
    ],
    [
      'what goes out within what comes in',
      { inboundSubdirectory: 'edi', outboundSubdirectory: '/edi/out/' },
      '/inboundSubdirectory',
    ],
    [
      'what comes in within what goes out',
      { inboundSubdirectory: 'edi/in', outboundSubdirectory: '/' },
      '/inboundSubdirectory',
    ],
  ])('refuse %s', async (_, wrong, path) => {
    const payload = { name: 'wrong', bucketName: 'files', ...wrong };
    const answer = await test.call('POST', `${url}/buckets`, { payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].path).toBe(path);
  });

  it('have an inbound directory that no other has that is enabled, and keep it while they are changed', async () => {
    const settings = {
      bucketName: 'files',
      parentDirectory: '/one',
      inboundSubdirectory: 'in',
      outboundSubdirectory: 'in2',
    };
    const first = await make('buckets', { name: 'first in', ...settings });
    const other = { name: 'second in', bucketName: 'files', inboundSubdirectory: '/one/in/' };
    const post = () => test.call('POST', `${url}/buckets`, { payload: other });
    const refused = await post();
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain(first.connectionId);
    const put = (enabled: boolean) =>
      test.call('PUT', `${url}/buckets/${first.connectionId}`, { payload: { ...settings, enabled } });
    expect((await put(true)).statusCode).toBe(200);
    expect((await put(false)).statusCode).toBe(200);
    expect((await post()).statusCode).toBe(201);
    expect((await put(true)).statusCode).toBe(409);
    const directories = await test.queries((queries) => queries.from('bucket_directories').select('path').execute());
    expect(directories.map(({ path }) => path)).toEqual(expect.arrayContaining(['one/in', 'one/in2']));
  });

  it('have a name once in a partnership', async () => {
    await make('buckets', { name: 'once', bucketName: 'files' });
    const answer = await test.call('POST', `${url}/remote-ftp`, { payload: { ...remote, name: 'once' } });
    expect(answer.statusCode).toBe(409);
  });

  it('stay while files are on their way', async () => {
    const { connectionId } = await make('buckets', { name: 'busy', bucketName: 'files' });
    const lane = `deliver:${connectionId}:/a.edi`;
    await test.queries((queries) =>
      test.services.jobs.enqueue(queries, { kind: 'deliver', class: 'remote-delivery', lane, payload: {} }),
    );
    const answer = await test.call('DELETE', `${url}/buckets/${connectionId}`);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toContain('being delivered');
  });
});

describe('connections to our SFTP server', () => {
  it('answer under the other spelling of their path too', async () => {
    const made = await make('stedi-ftp', { name: 'hosted', bucketName: 'files', username: 'ANNA' });
    expect(made.connectionType).toBe('hosted-sftp');
    expect((await test.call('GET', `${url}/hosted-sftp/${made.connectionId}`)).json()).toEqual(made);
  });

  it.each([
    ['their own home', { homeDirectory: '/b' }, '/homeDirectory'],
    ["their user's home", { username: 'ANNA' }, '/username'],
  ])('refuse directories that are not in %s', async (_, more, path) => {
    const payload = { name: 'hosted 3', bucketName: 'files', inboundSubdirectory: 'c/in', ...more };
    const answer = await test.call('POST', `${url}/hosted-sftp`, { payload });
    expect(answer.json().errors).toMatchObject([{ path }]);
  });

  it('refuse to remove what comes in where nothing does', async () => {
    const payload = { name: 'hosted 4', bucketName: 'files', deleteInboundFilesOnReceipt: true };
    for (const kind of ['hosted-sftp', 'buckets']) {
      const answer = await test.call('POST', `${url}/${kind}`, { payload });
      expect(answer.json().errors).toMatchObject([{ path: '/inboundSubdirectory' }]);
    }
  });

  it('refuse a user that is not there', async () => {
    const payload = { name: 'hosted 2', bucketName: 'files', username: 'BERT' };
    expect((await test.call('POST', `${url}/hosted-sftp`, { payload })).json().errors[0].path).toBe('/username');
  });
});

describe('connections to a server of the partner', () => {
  it('keep secrets, and show only which there are', async () => {
    const made = await make('remote-ftp', { ...remote, password: 'canary-1', pollingInterval: 5 });
    expect(made).toMatchObject({ secrets: ['password'], pollingInterval: 5 });
    expect(JSON.stringify(made)).not.toContain('canary');
    expect(await secretOf(made.connectionId, 'password')).toBe('canary-1');
    const rows = await test.queries((queries) => queries.from('connections').select('settings').execute());
    expect(JSON.stringify(rows)).not.toContain('canary');
    const one = `${url}/remote-ftp/${made.connectionId}`;
    const kept = await test.call('PUT', one, { payload: remote });
    expect(kept.json()).toMatchObject({ secrets: ['password'] });
    const changed = await test.call('POST', `${one}/credentials`, {
      payload: {
        username: 'we',
        password: null,
        privateKey: `-----BEGIN PRIVATE KEY-----\ncanary-2`,
        passphrase: 'canary-3',
      },
    });
    expect(changed.json()).toMatchObject({ username: 'we', secrets: ['passphrase', 'privateKey'] });
    expect(changed.body).not.toContain('canary');
    expect(await secretOf(made.connectionId, 'password')).toBeUndefined();
    const poll = await test.call('PUT', `${one}/last-poll-time`, { payload: { lastPollAt: '2026-01-02T03:04:05Z' } });
    expect(poll.json().lastPollAt).toBe('2026-01-02T03:04:05.000Z');
    await test.call('DELETE', one);
    expect(await secretOf(made.connectionId, 'privateKey')).toBeUndefined();
  });

  const directories = { inboundSubdirectory: 'a//b', outboundSubdirectory: '/a/b/' };
  it.each([
    ['SFTP', 'settings of FTPS', { ftpsAdvancedFields: { isImplicit: true } }, '/ftpsAdvancedFields'],
    ['FTPS', 'a host key', { hostKeys: ['SHA256:x'] }, '/hostKeys'],
    ['FTPS', 'algorithms', { algorithms: { preset: 'legacy' } }, '/algorithms'],
    ['FTPS', 'a way of reading', { disableFastDownload: true }, '/disableFastDownload'],
    ['FTPS', 'a private key', { privateKey: 'canary-7' }, '/privateKey'],
    ['SFTP', 'one directory for both ways', directories, '/inboundSubdirectory'],
  ])('over %s refuse %s, which nothing would read', async (protocol, _, wrong, path) => {
    const payload = { ...remote, name: 'wrong', protocol, ...wrong };
    const answer = await test.call('POST', `${url}/remote-ftp`, { payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].path).toBe(path);
    expect(answer.body).not.toContain('canary');
  });

  it('are tried through the guard', async () => {
    const made = await make('remote-ftp', {
      ...remote,
      name: 'inside',
      host: '127.0.0.1',
      password: 'x',
      hostKeys: [`SHA256:${'a'.repeat(43)}`],
    });
    const report = (await test.call('POST', `${url}/remote-ftp/${made.connectionId}/check`)).json();
    expect(report).toMatchObject({ ok: false, kind: 'remote-ftp' });
  });

  it('warn of a host that nobody may reach, or that is not there, and are made all the same', async () => {
    const hostOf = async (host: string, name: string) => make('remote-ftp', { ...remote, name, host });
    expect((await hostOf('sftp.example.com', 'warn 1')).warnings).toBeUndefined();
    expect((await hostOf('10.1.2.3', 'warn 2')).warnings).toEqual([
      { path: '/host', code: 'ADDRESS_REFUSED', message: expect.stringContaining('ALLOW_PRIVATE_NETWORKS') },
    ]);
    const missing = await hostOf('nowhere.invalid', 'warn 3');
    expect(missing.warnings).toEqual([{ path: '/host', code: 'HOST_NOT_FOUND', message: expect.any(String) }]);
    const found = await test.call('GET', `${url}/remote-ftp/${missing.connectionId}`);
    expect(found.json().warnings).toBeUndefined();
    const { name: _, ...settings } = remote;
    const moved = await test.call('PUT', `${url}/remote-ftp/${missing.connectionId}`, {
      payload: { ...settings, host: '127.0.0.1' },
    });
    expect(moved.json().warnings[0].code).toBe('ADDRESS_REFUSED');
  });

  it('warn of an address over which AS2 is spoken in plain http, unless it is of this machine', async () => {
    const own = await makePartnership(test, 'plain');
    const path = `${P}/x12/partnerships/${own}/connections/as2`;
    const to = (partnerServerUrl: string) => ({
      ...{ localAs2Id: 'PLAIN-SHOP', partnerAs2Id: 'PLAIN-MILL' },
      outboundSettings: { enabled: true, partnerServerUrl, encryptionAlgorithm: 'aes256_cbc' },
    });
    const made = await test.call('POST', path, { payload: { name: 'plain', ...to('http://mill.example/in') } });
    const { connectionId, warnings } = made.json();
    const plain = { path: '/outboundSettings/partnerServerUrl', code: 'PLAIN_HTTP' };
    expect(warnings).toContainEqual({ ...plain, message: expect.stringContaining('https') });
    for (const url of ['https://mill.example/in', 'http://127.0.0.1:9/in']) {
      const changed = await test.call('PUT', `${path}/${connectionId}`, { payload: to(url) });
      expect(changed.statusCode).toBe(200);
      expect(JSON.stringify(changed.json().warnings ?? [])).not.toContain('PLAIN_HTTP');
    }
  });

  it('refuse a pattern that is none', async () => {
    const payload = { ...remote, name: 'pattern', filterPattern: '(' };
    expect((await test.call('POST', `${url}/remote-ftp`, { payload })).json().errors[0].path).toBe('/filterPattern');
  });

  it.each([
    ['a host with its port', { host: 'sftp.example.com:22' }, '/host'],
    ['a host key of another form', { hostKeys: [`SHA256:${'a'.repeat(43)}`, 'MD5:16:27:ac'] }, '/hostKeys/1'],
    ['a host key that is cut off', { hostKeys: ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB'] }, '/hostKeys/0'],
    ['groups that a server makes up', { algorithms: { kex: ['diffie-hellman-group-exchange-sha256'] } }, '/algorithms'],
    ['a path in place of a key', { privateKey: '/home/us/.ssh/id_ed25519' }, '/privateKey'],
    ['a public key in place of the private one', { privateKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5' }, '/privateKey'],
  ])('refuse %s when it is given', async (_, change, path) => {
    const refused = await test.call('POST', `${url}/remote-ftp`, { payload: { ...remote, name: 'r', ...change } });
    expect([refused.statusCode, refused.json().errors?.[0]?.path]).toEqual([400, path]);
    expect(refused.body).not.toContain('id_ed25519');
  });

  it.each(['sftp.example.com', '192.0.2.1', '2001:db8::1'])('take the host %s', async (host) => {
    const made = await make('remote-ftp', { ...remote, host, name: host });
    expect((await test.call('DELETE', `${url}/remote-ftp/${made.connectionId}`)).statusCode).toBe(204);
  });

  it('refuse authorities in which there is no certificate', async () => {
    const ftps = { ...remote, protocol: 'FTPS', port: 21, name: 'ftps', ftpsAdvancedFields: { ca: 'authority.pem' } };
    const refused = (await test.call('POST', `${url}/remote-ftp`, { payload: ftps })).json();
    expect(refused.errors).toMatchObject([
      { path: '/ftpsAdvancedFields/ca', message: expect.stringContaining('BEGIN CERTIFICATE') },
    ]);
    expect(refused.message).not.toContain('authority.pem');
  });
});

describe('a check of a connection over AS2 that only receives', () => {
  it('names the certificates that are missing, until nothing is', async () => {
    const path = `${P}/x12/partnerships/${await makePartnership(test, 'receiver')}/connections/as2`;
    const ids = { localAs2Id: 'R-SHOP', partnerAs2Id: 'R-MILL', inboundSettings: { enabled: true } };
    const { connectionId } = (await test.call('POST', path, { payload: { name: 'in', ...ids } })).json();
    const check = async () => (await test.call('POST', `${path}/${connectionId}/check`)).json();
    const bare = await check();
    expect(bare).toMatchObject({ ok: false, steps: [{ name: 'receive', ok: false }] });
    expect(bare.steps[0].text).toMatch(/^Give partnerSigning: .* Give localEncryption with its privateKey/);
    const theirs = await generateIdentity({ commonName: 'them', days: 10 });
    const partnerSigning = { publicCertificate: theirs.certificatePem };
    const inboundSettings = { enabled: true, encryptionAlgorithm: 'none' };
    const payload = { ...ids, inboundSettings, partnerSigning };
    expect((await test.call('PUT', `${path}/${connectionId}`, { payload })).statusCode).toBe(200);
    expect(await check()).toMatchObject({ ok: true, steps: [{ name: 'receive', ok: true }] });
    const settings = { ...ids, name: 'in', partnerEncryption: partnerSigning, localSigning: partnerSigning };
    const at = (days: number) => ({ secretNames: ['localSigningPrivateKey'], at: Date.now() + days * 86_400_000 });
    expect(checkReceiving(settings, at(9))?.missing).toBeUndefined();
    expect(checkReceiving(settings, at(11))?.missing).toMatch(/past its last day.*Ask the partner/);
    const later = await generateIdentity({ commonName: 'them', days: 20 });
    const both = { ...settings, partnerSigning, partnerEncryption: { publicCertificate: later.certificatePem } };
    expect(checkReceiving(both, at(11))?.missing).toMatch(/past its last day/);
  });
});

describe('connections over AS2', () => {
  const as2 = {
    name: 'as2',
    localAs2Id: 'US',
    partnerAs2Id: 'THEM',
    outboundSettings: {
      enabled: true,
      partnerServerUrl: 'https://as2.example.com/in',
      encryptionAlgorithm: 'aes256_cbc',
      basicAuth: { username: 'us', password: 'canary-4' },
    },
  };

  it('take certificates and keys, and keep those that are not given', async () => {
    const ours = await generateIdentity({ commonName: 'us', days: 10 });
    const theirs = await generateIdentity({ commonName: 'them', days: 10 });
    const key = { publicCertificate: ours.certificatePem, privateKey: ours.privateKeyPem };
    const made = await make('as2', { ...as2, localSigning: key });
    expect(made.secrets).toEqual(['basicAuthPassword', 'localSigningPrivateKey']);
    expect(made).toMatchObject({ localSigning: { publicCertificate: ours.certificatePem } });
    expect(JSON.stringify(made)).not.toMatch(/canary|PRIVATE KEY/);
    const one = `${url}/as2/${made.connectionId}`;
    const more = await test.call('POST', `${one}/credentials`, {
      payload: { partnerEncryption: { publicCertificate: theirs.certificatePem } },
    });
    expect(more.json()).toMatchObject({
      secrets: ['basicAuthPassword', 'localSigningPrivateKey'],
      localSigning: { publicCertificate: ours.certificatePem },
      partnerEncryption: { publicCertificate: theirs.certificatePem },
    });
    const wrong = { localSigning: { publicCertificate: theirs.certificatePem, privateKey: ours.privateKeyPem } };
    const mixed = await test.call('POST', `${one}/credentials`, { payload: wrong });
    expect(mixed.statusCode).toBe(400);
    expect(mixed.json().errors[0].path).toBe('/localSigning/privateKey');
    const removed = await test.call('PUT', one, { payload: { ...as2, localSigning: { remove: true } } });
    expect(removed.json().secrets).toEqual(['basicAuthPassword']);
    expect(removed.json()).not.toHaveProperty('localSigning');
    expect(removed.json()).toHaveProperty('partnerEncryption');
    const auth = await test.call('PUT', `${one}/basic-auth`, { payload: { username: 'we', password: 'canary-5' } });
    expect(auth.json().outboundSettings.basicAuth).toEqual({ username: 'we' });
    expect(await secretOf(made.connectionId, 'basicAuthPassword')).toBe('canary-5');
    expect((await test.call('DELETE', `${one}/basic-auth`)).statusCode).toBe(204);
    const bare = (await test.call('GET', one)).json();
    expect(bare.secrets).toEqual([]);
    expect(bare.outboundSettings).not.toHaveProperty('basicAuth');
    const second = await test.call('POST', `${url}/as2`, { payload: { ...as2, name: 'as2 again' } });
    expect(second.statusCode).toBe(409);
  });

  it('refuse plain http without encryption, and what is no certificate', async () => {
    const other = `${P}/x12/partnerships/${await makePartnership(test, 'b')}/connections/as2`;
    const outboundSettings = {
      ...as2.outboundSettings,
      partnerServerUrl: 'http://as2.example.com',
      encryptionAlgorithm: 'none',
    };
    const plain = await test.call('POST', other, { payload: { ...as2, outboundSettings } });
    expect(plain.json().errors[0].path).toBe('/outboundSettings/encryptionAlgorithm');
    const wrong = await test.call('POST', other, { payload: { ...as2, partnerSigning: { publicCertificate: 'x' } } });
    expect(wrong.json().errors[0].path).toBe('/partnerSigning/publicCertificate');
    const { certificatePem } = await generateIdentity({ commonName: 'small', days: 2, bits: 768 });
    const small = { ...as2, partnerSigning: { publicCertificate: certificatePem } };
    expect((await test.call('POST', other, { payload: small })).json().errors[0]).toMatchObject({
      path: '/partnerSigning/publicCertificate',
      message: expect.stringContaining('at least 1024 bits'),
    });
    // The last number of rsaEncryption, as the kind of its key: OpenSSL fails only where the key is asked for.
    const [begin = '', ...lines] = certificatePem.trim().split('\n');
    const der = Buffer.from(lines.slice(0, -1).join(''), 'base64');
    der[der.indexOf(Buffer.from('2a864886f70d010101', 'hex')) + 8] = 0x7f;
    const publicCertificate = [begin, der.toString('base64'), lines.at(-1)].join('\n');
    const odd = await test.call('POST', other, { payload: { ...as2, partnerSigning: { publicCertificate } } });
    expect(odd.json().errors[0]).toMatchObject({ message: expect.stringContaining('must be a certificate in PEM') });
    const ca = '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n';
    const broken = { ...as2, outboundSettings: { ...as2.outboundSettings, ca } };
    expect((await test.call('POST', other, { payload: broken })).json().errors[0].path).toBe('/outboundSettings/ca');
  });

  it('refuse a password that would go over plain http, but to this machine', async () => {
    const other = `${P}/x12/partnerships/${await makePartnership(test, 'e')}/connections/as2`;
    const encrypted = { ...as2.outboundSettings, partnerServerUrl: 'http://as2.example.com' };
    const seen = await test.call('POST', other, { payload: { ...as2, outboundSettings: encrypted } });
    expect([seen.statusCode, seen.json().errors[0].path]).toEqual([400, '/outboundSettings/basicAuth']);
    const { basicAuth: _, ...bare } = encrypted;
    const made = await test.call('POST', other, { payload: { ...as2, localAs2Id: 'E', outboundSettings: bare } });
    expect(made.statusCode).toBe(201);
    const given = { payload: { username: 'we', password: 'canary-6' } };
    const put = await test.call('PUT', `${other}/${made.json().connectionId}/basic-auth`, given);
    expect([put.statusCode, put.json().errors[0].path]).toEqual([400, '/outboundSettings/basicAuth']);
    const local = { ...encrypted, partnerServerUrl: 'http://127.0.0.1:4080/in' };
    const near = await test.call('PUT', `${other}/${made.json().connectionId}`, {
      payload: { ...as2, localAs2Id: 'E', outboundSettings: local },
    });
    expect(near.statusCode).toBe(200);
  });

  it('refuse ids that are the same or end in a blank, and certificates that would never be used', async () => {
    const other = `${P}/x12/partnerships/${await makePartnership(test, 'f')}/connections/as2`;
    const [one, two] = await Promise.all(
      ['one', 'two'].map(async (commonName) => (await generateIdentity({ commonName, days: 10 })).certificatePem),
    );
    const wrong = [
      [{ partnerAs2Id: 'US' }, '/partnerAs2Id'],
      [{ partnerAs2Id: 'THEM ' }, '/partnerAs2Id'],
      [{ localAs2Id: ' US' }, '/localAs2Id'],
      [{ partnerSigning: { publicCertificate: `${one}${two}` } }, '/partnerSigning/publicCertificate'],
      [{ partnerEncryption: { publicCertificate: CURVE } }, '/partnerEncryption/publicCertificate'],
    ] as const;
    for (const [change, path] of wrong) {
      const refused = await test.call('POST', other, { payload: { ...as2, ...change } });
      expect([refused.statusCode, refused.json().errors?.[0]?.path]).toEqual([400, path]);
    }
  });

  it('say by their own names what is missing when they are tried', async () => {
    const other = `${P}/x12/partnerships/${await makePartnership(test, 'g')}/connections/as2`;
    const outboundSettings = { ...as2.outboundSettings, partnerServerUrl: 'https://8.8.8.8/in' };
    const made = (await test.call('POST', other, { payload: { ...as2, localAs2Id: 'G', outboundSettings } })).json();
    const checked = async () => (await test.call('POST', `${other}/${made.connectionId}/check`)).json().steps;
    expect(await checked()).toMatchObject([{ ok: false, text: expect.stringContaining('localSigning') }]);
    const ours = await generateIdentity({ commonName: 'us', days: 10 });
    const localSigning = { publicCertificate: ours.certificatePem, privateKey: ours.privateKeyPem };
    await test.call('POST', `${other}/${made.connectionId}/credentials`, { payload: { localSigning } });
    expect(await checked()).toMatchObject([{ ok: false, text: expect.stringContaining('partnerEncryption') }]);
  });

  it('refuse an address that is no URL', async () => {
    const other = `${P}/x12/partnerships/${await makePartnership(test, 'd')}/connections/as2`;
    for (const partnerServerUrl of ['https://as2.example.com:99999/in', 'https://[::1/in', 'https://?']) {
      const payload = { ...as2, outboundSettings: { ...as2.outboundSettings, partnerServerUrl } };
      const refused = await test.call('POST', other, { payload });
      expect(refused.json().errors[0].path).toBe('/outboundSettings/partnerServerUrl');
    }
  });

  it('with an address that an earlier release took though it is no URL say so when they are tried', async () => {
    const other = `${P}/x12/partnerships/${await makePartnership(test, 'c')}/connections/as2`;
    const made = (await test.call('POST', other, { payload: { ...as2, localAs2Id: 'C' } })).json();
    const settings = {
      localAs2Id: 'C',
      partnerAs2Id: 'THEM',
      outboundSettings: { enabled: true, partnerServerUrl: 'https://?' },
    };
    await test.queries((queries) =>
      queries
        .update('connections')
        .set({ settings: JSON.stringify(settings) })
        .where('id', '=', made.connectionId)
        .execute(),
    );
    const checked = await test.call('POST', `${other}/${made.connectionId}/check`);
    expect(checked.json()).toMatchObject({
      ok: false,
      steps: [{ name: 'open', text: expect.stringContaining('no URL') }],
    });
  });
});

describe('connections of all partnerships', () => {
  const global = `${P}/global-connections`;

  it('are created, read, listed, replaced, tried and deleted', async () => {
    const made = await test.call('POST', global, { payload: { name: 'for all', bucketName: 'files' } });
    expect(made.statusCode).toBe(201);
    const one = `${global}/${made.json().connectionId}`;
    expect((await test.call('GET', one)).json()).toEqual(made.json());
    expect((await test.call('GET', global)).json().items).toEqual([made.json()]);
    const payload = { bucketName: 'files', outboundSubdirectory: 'out' };
    expect((await test.call('PUT', one, { payload })).json()).toMatchObject(payload);
    expect((await test.call('POST', `${one}/check`)).json().ok).toBe(true);
    expect((await test.call('DELETE', one)).statusCode).toBe(204);
    expect((await test.call('GET', one)).statusCode).toBe(404);
  });

  it('show folders of the operator without their place, and never remove them', async () => {
    const id = ulid(test.clock);
    await test.queries((queries) =>
      queries
        .insert('connections', {
          id,
          kind: 'folder',
          name: 'disk',
          enabled: 1,
          test: 0,
          settings: JSON.stringify({ root: '/secret/place' }),
          created_at: 0,
          updated_at: 0,
        })
        .execute(),
    );
    const shown = await test.call('GET', `${global}/${id}`);
    expect(shown.json().connectionType).toBe('folder');
    expect(shown.body).not.toContain('secret/place');
    expect((await test.call('DELETE', `${global}/${id}`)).statusCode).toBe(403);
    expect((await test.call('PUT', `${global}/${id}`, { payload: { bucketName: 'files' } })).statusCode).toBe(404);
    expect((await test.call('POST', `${url}/folder`, { payload: { name: 'x', root: '/' } })).statusCode).toBe(404);
  });
});

describe('test keys', () => {
  it('make and see test connections only', async () => {
    const headers = { authorization: test.testKey };
    const live = await make('buckets', { name: 'live one', bucketName: 'files' });
    const hidden = await test.call('GET', `${url}/buckets/${live.connectionId}`, { headers });
    expect(hidden.statusCode).toBe(404);
    const payload = { name: 'test one', bucketName: 'files' };
    const refused = await test.call('POST', `${url}/buckets`, { headers, payload: { ...payload, test: false } });
    expect(refused.statusCode).toBe(403);
    const made = await test.call('POST', `${url}/buckets`, { headers, payload });
    expect(made.json().test).toBe(true);
    const lists = (await test.call('GET', url, { headers })).json();
    expect(lists.buckets).toEqual([made.json()]);
    expect(lists.remoteFtp).toEqual([]);
    const one = `${url}/buckets/${made.json().connectionId}`;
    const turned = await test.call('PUT', one, { headers, payload: { bucketName: 'files', test: false } });
    expect(turned.statusCode).toBe(403);
    expect((await test.call('GET', url)).json().buckets.length).toBeGreaterThan(1);
    expect((await test.call('DELETE', one, { headers })).statusCode).toBe(204);
  });
});
