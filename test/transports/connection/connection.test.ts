import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, it } from 'vitest';
import { isX12Error } from '../../../src/model/error.js';
import {
  CONNECTION_SCHEMA,
  checkConnection,
  readConnectionFile,
  resolveConnection,
} from '../../../src/transports/connection/connection.js';

const folder = mkdtempSync(join(tmpdir(), 'ediloom-connection-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = 'c4nary-s3cret';
// biome-ignore lint/suspicious/noTemplateCurlyInString: a reference of a connection file.
const REFERENCE = '${PARTNER_PASSWORD}';
const SFTP = {
  kind: 'sftp',
  id: 'partner',
  server: { host: 'sftp.example', username: 'edi', password: REFERENCE, hostKeys: ['SHA256:abc'] },
  outbound: { directory: '/in', existing: 'suffix' },
  inbound: { directory: '/out', include: ['*.edi'], stableMs: 0 },
};
const FTPS = {
  kind: 'ftps',
  id: 'p-2',
  server: { host: 'ftp.example', username: 'edi', password: { file: 'password.txt' }, tls: { minVersion: 'TLSv1.3' } },
};
const DIRECTORY = { kind: 'directory', id: 'd', root: 'exchange', outbound: { directory: '/out' } };

function problemsOf(value: unknown): unknown {
  try {
    checkConnection(value);
    return [];
  } catch (error) {
    return isX12Error(error) ? error.details.problems : error;
  }
}

describe('a connection', () => {
  it.each(['a.example', 'localhost', '10.0.0.1', '::1', 'fe80::1%eth0', '::ffff:10.0.0.1'])(
    'takes the host %s',
    (host) => {
      expect(problemsOf({ ...SFTP, server: { ...SFTP.server, host } })).toEqual([]);
    },
  );

  it.each([SFTP, FTPS, DIRECTORY])('of kind $kind is taken', (connection) => {
    expect(problemsOf(connection)).toEqual([]);
  });

  it.each<[unknown, string, RegExp]>([
    [[], '/kind', /must be one of directory, sftp, ftps/],
    [{ ...SFTP, kind: 'ftp' }, '/kind', /must be one of/],
    [{ ...SFTP, id: '../x' }, '/id', /must be letters, digits and/],
    [{ ...SFTP, pasword: 'x' }, '/pasword', /is not known here; known are .*server/],
    [
      { ...SFTP, server: { ...SFTP.server, pasword: 'x' } },
      '/server/pasword',
      /is not known here; did you mean password\?/,
    ],
    [
      { ...SFTP, server: { ...SFTP.server, algorithms: 'modrn' } },
      '/server/algorithms',
      /must be modern, legacy, or an obj/,
    ],
    ...['sftp://a.example', 'a.example:22', 'me@a.example', 'a.example/in', ' a.example', '10.0.0.1:22'].map(
      (host): [unknown, string, RegExp] => [
        { ...SFTP, server: { ...SFTP.server, host } },
        '/server/host',
        /without a scheme, port, user or path/,
      ],
    ),
    [{ kind: 'sftp', id: 'x' }, '/server', /is missing/],
    [{ ...SFTP, server: { ...SFTP.server, port: '22' } }, '/server/port', /whole number from 1 to 65535/],
    [{ ...SFTP, server: { ...SFTP.server, password: SECRET } }, '/server/password', /secrets do not stand/],
    [{ ...SFTP, server: { ...SFTP.server, password: { file: 'x', more: 1 } } }, '/server/password', /secrets do not/],
    [
      { ...SFTP, outbound: { directory: '/in', existing: 'replace' } },
      '/outbound/existing',
      /refuse, suffix, overwrite/,
    ],
    [{ ...SFTP, inbound: { directory: '/out', include: [7] } }, '/inbound/include/0', /must be text/],
    [{ ...SFTP, 'a/b~c': 1 }, '/a~1b~0c', /is not known/],
  ])('that is wrong is refused with its place: %#', (value, pointer, text) => {
    expect(problemsOf(value)).toContainEqual({ pointer, text: expect.stringMatching(text) });
    expect(JSON.stringify(problemsOf(value))).not.toContain(SECRET);
  });

  it('has a JSON Schema that any validator understands, and that says the same', () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(CONNECTION_SCHEMA);
    const wrong = [{}, { ...SFTP, more: 1 }, { ...SFTP, server: { host: 'h', username: 'u', password: SECRET } }];
    const right = [SFTP, FTPS, DIRECTORY];
    expect(right.map((one) => validate(one))).toEqual([true, true, true]);
    expect(wrong.map((one) => validate(one))).toEqual([false, false, false]);
    expect(
      wrong.map((one) => problemsOf(one)).every((problems) => Array.isArray(problems) && problems.length > 0),
    ).toBe(true);
  });

  it('gets its secrets from the environment and from files beside it', async () => {
    writeFileSync(join(folder, 'password.txt'), `${SECRET}\n`);
    const environment = { PARTNER_PASSWORD: SECRET };
    expect(await resolveConnection(checkConnection(SFTP), { directory: folder, environment })).toMatchObject({
      server: { password: SECRET, host: 'sftp.example' },
    });
    expect(await resolveConnection(checkConnection(FTPS), { directory: folder, environment })).toMatchObject({
      server: { password: SECRET },
    });
  });

  it.each([SFTP, FTPS])('says which secret is not there: $kind', async (connection) => {
    const resolving = resolveConnection(checkConnection(connection), { directory: '/nowhere', environment: {} });
    await expect(resolving).rejects.toMatchObject({
      code: 'X12_CONNECTION_INVALID',
      message: expect.stringMatching(
        /at \/server\/password: (the environment has no variable|the file .* does not exist)/,
      ),
    });
  });

  it('says why a file cannot be read', async () => {
    await expect(readConnectionFile(join(folder, 'nowhere.json'))).rejects.toThrow('nowhere.json does not exist.');
    await expect(readConnectionFile(folder)).rejects.toThrow('is a folder.');
  });

  it('shows nothing of a file that is not JSON', async () => {
    const file = join(folder, 'broken.json');
    writeFileSync(file, `{ "kind": "sftp", "server": { "password": "${SECRET}" `);
    const error = await readConnectionFile(file).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'X12_CONNECTION_INVALID' });
    expect(inspect(error, { depth: 9 })).not.toContain(SECRET);
  });
});
