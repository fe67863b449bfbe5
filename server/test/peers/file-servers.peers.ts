import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { findHostKeys } from '../../src/exchange/file-servers/host-keys.js';
import type { ExchangeListener } from '../../src/exchange/listeners/listen-when-needed.js';
import type { Services } from '../../src/exchange/services.js';
import { readAs, writeAs } from '../support/accounts.js';
import { ACCOUNT } from '../support/deliveries.js';
import { addPartner, fileWorld, listen, type Partner } from '../support/file-servers.js';

const run = promisify(execFile);
const BYTES = randomBytes(3_000_001);
/** What is there of it after a session was lost. */
const CUT = 1_000_000;

interface World {
  readonly services: Services;
  readonly mill: Partner;
  readonly listeners: Readonly<Record<'SFTP' | 'FTPS', ExchangeListener>>;
  readonly folder: string;
}

async function world(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'file-server-peers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'a.edi'), BYTES);
  writeFileSync(join(folder, 'cut.edi'), BYTES.subarray(0, CUT));
  const { services } = await fileWorld();
  const mill = await addPartner(services, 'MILL');
  return { services, mill, listeners: await listen(services), folder };
}

async function expectOnce({ services }: World): Promise<void> {
  const arrived = await readAs(services.store, ACCOUNT, (queries) =>
    queries
      .from('executions')
      .innerJoin('artifacts', 'artifacts.owner_id', 'executions.id')
      .select(['executions.name', 'artifacts.sha256'])
      .execute(),
  );
  expect(arrived).toEqual([{ name: 'a.edi', sha256: createHash('sha256').update(BYTES).digest('hex') }]);
}

it("OpenSSH's sftp pins the host keys, goes on with a part and gives it its name: that is one file", async () => {
  const made = await world();
  const { services, folder, listeners } = made;
  const key = join(folder, 'id');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const keys = JSON.stringify([readFileSync(`${key}.pub`, 'utf8').trim()]);
  await writeAs(services.store, ACCOUNT, (queries) =>
    queries.update('sftp_users').set({ public_keys: keys }).execute(),
  );
  const port = listeners.SFTP.address?.port ?? 0;
  const known = ((await findHostKeys(services)) ?? []).map(({ publicKey }) => `[127.0.0.1]:${port} ${publicKey}\n`);
  writeFileSync(join(folder, 'known'), known.join(''));
  const batch = async (...lines: readonly string[]): Promise<string> => {
    writeFileSync(join(folder, 'batch'), lines.map((line) => `${line}\n`).join(''));
    const options = ['BatchMode=yes', 'StrictHostKeyChecking=yes', `UserKnownHostsFile=${join(folder, 'known')}`];
    const given = options.flatMap((option) => ['-o', option]);
    const at = ['-P', String(port), '-i', key, '-b', join(folder, 'batch'), 'MILL@127.0.0.1'];
    return (await run('sftp', [...given, ...at])).stdout;
  };
  await batch(`put ${folder}/cut.edi in/a.edi.filepart`);
  const said = await batch(`reput ${folder}/a.edi in/a.edi.filepart`, 'rename in/a.edi.filepart in/a.edi', 'ls -l in');
  expect(said).toMatch(new RegExp(`${BYTES.length} .*a\\.edi`));
  await expectOnce(made);
  await batch(`get in/a.edi ${folder}/got`);
  expect(readFileSync(join(folder, 'got')).equals(BYTES)).toBe(true);
});

it('curl goes on with a part over FTPS by REST, and gives it its name: that is one file', async () => {
  const made = await world();
  const { services, mill, folder, listeners } = made;
  const ca = services.config.ftps?.tls.certFile ?? '';
  const curl = async (path: string, ...more: readonly string[]): Promise<void> => {
    const common = ['-sS', '--ipv4', '--ssl-reqd', '--tls-max', '1.2', '--cacert', ca];
    const login = ['-u', `${mill.username}:${mill.password}`];
    await run('curl', [...common, ...login, ...more, `ftp://localhost:${listeners.FTPS.address?.port}${path}`]);
  };
  await curl('/in/a.edi.filepart', '-T', join(folder, 'cut.edi'));
  const rename = ['-Q', '-RNFR a.edi.filepart', '-Q', '-RNTO a.edi'];
  await curl('/in/a.edi.filepart', '-C', String(CUT), '-T', join(folder, 'a.edi'), ...rename);
  await expectOnce(made);
  await curl('/in/a.edi', '-o', join(folder, 'got'));
  expect(readFileSync(join(folder, 'got')).equals(BYTES)).toBe(true);
});

it('lftp mirrors a file up over FTPS under a temporary name, and down again', async () => {
  const made = await world();
  const { services, mill, folder, listeners } = made;
  const script = [
    `set ssl:ca-file ${services.config.ftps?.tls.certFile}`,
    'set ftp:ssl-force true; set ftp:ssl-protect-data true; set net:max-retries 1; set cmd:fail-exit true',
    'set xfer:use-temp-file true; set xfer:temp-file-name .in.*',
    `open -u ${mill.username},${mill.password} ftp://localhost:${listeners.FTPS.address?.port}`,
    `put ${folder}/a.edi -o /in/a.edi`,
    `get /in/a.edi -o ${folder}/got`,
  ];
  await run('lftp', ['-c', script.join('\n')]);
  await expectOnce(made);
  expect(readFileSync(join(folder, 'got')).equals(BYTES)).toBe(true);
});
