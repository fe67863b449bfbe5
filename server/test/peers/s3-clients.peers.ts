import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { run as runToEnd } from '../../../test/peers/servers/install.js';
import { type S3World, s3World } from '../support/s3-world.js';

const run = promisify(execFile);
/** Names that somebody will give a file, and that a client has to write into paths, queries and XML. */
const ODD_NAMES = [
  'plain.txt',
  'with space.txt',
  'plus+and&amp;.txt',
  'percent%20.txt',
  'hash#question?.txt',
  'quote\'s "double".txt',
  'ä ö ü ß 日本 \u{1F600}.txt',
  'dir/inner.txt',
  'dir/deeper/ still.txt',
  'dir.txt/file',
  '(brackets) [square] {curly}.txt',
  '~tilde!$,;=@:.txt',
  'empty',
];
const LARGE = randomBytes(12 * 1024 * 1024 + 17);

beforeAll(() => {
  const missing = ['s3cmd', 'rclone'].filter((name) => !existsSync(`/usr/bin/${name}`));
  if (missing.length > 0) runToEnd('apt-get', ['-q', 'install', '-y', '--no-install-recommends', ...missing]);
});

interface Made {
  readonly world: S3World;
  readonly folder: string;
  readonly tree: string;
  readonly client: (program: 's3cmd' | 'rclone', ...args: readonly string[]) => Promise<string>;
}

async function made(): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 's3-clients-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const tree = join(folder, 'tree');
  for (const name of ODD_NAMES) {
    mkdirSync(dirname(join(tree, name)), { recursive: true });
    writeFileSync(join(tree, name), name === 'empty' ? '' : `of ${name}`);
  }
  writeFileSync(join(tree, 'large'), LARGE);
  const world = await s3World();
  const { accessKeyId, secretAccessKey } = await world.key();
  const host = `127.0.0.1:${world.port}`;
  const settings = join(folder, 's3cfg');
  writeFileSync(
    settings,
    `[default]\naccess_key = ${accessKeyId}\nsecret_key = ${secretAccessKey}\nhost_base = ${host}\nhost_bucket = ${host}\nuse_https = False\n`,
  );
  const rclone = {
    RCLONE_CONFIG: join(folder, 'none.conf'),
    RCLONE_CONFIG_EDI_TYPE: 's3',
    RCLONE_CONFIG_EDI_PROVIDER: 'Other',
    RCLONE_CONFIG_EDI_ENDPOINT: world.endpoint,
    RCLONE_CONFIG_EDI_ACCESS_KEY_ID: accessKeyId,
    RCLONE_CONFIG_EDI_SECRET_ACCESS_KEY: secretAccessKey,
  };
  // A bundle of authorities that others have set is none of these clients' business.
  const { AWS_CA_BUNDLE: _, ...env } = process.env;
  return {
    ...{ world, folder, tree },
    client: async (program, ...args) => {
      const options = program === 's3cmd' ? ['-c', settings, '--no-progress'] : [];
      const { stdout } = await run(program, [...args, ...options], {
        env: { ...env, ...rclone, LC_ALL: 'C.UTF-8' },
        maxBuffer: 64 * 1024 * 1024,
      });
      return stdout;
    },
  };
}

/** Names and bytes of all files below a folder. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path, 'latin1')] as const;
    }),
  );
}

it('rclone syncs a tree with odd names there and back, and what changes after it', async () => {
  const { client, folder, tree } = await made();
  await client('rclone', 'mkdir', 'EDI:sync-test');
  const sync = (from: string, to: string) =>
    client('rclone', 'sync', from, to, '--s3-upload-cutoff', '5M', '--s3-chunk-size', '5M', '--checksum');
  await sync(tree, 'EDI:sync-test/deep');
  await client('rclone', 'check', tree, 'EDI:sync-test/deep');
  const back = join(folder, 'back');
  await sync('EDI:sync-test/deep', back);
  expect(filesIn(back)).toEqual(filesIn(tree));
  writeFileSync(join(tree, 'plain.txt'), 'changed');
  rmSync(join(tree, 'dir.txt'), { recursive: true });
  await sync(tree, 'EDI:sync-test/deep');
  await sync('EDI:sync-test/deep', back);
  expect(filesIn(back)).toEqual(filesIn(tree));
  await client('rclone', 'sync', 'EDI:sync-test/deep', 'EDI:sync-test/copied', '--s3-copy-cutoff', '5M');
  await client('rclone', 'check', tree, 'EDI:sync-test/copied');
  const listed = JSON.parse(await client('rclone', 'lsjson', '-R', '--files-only', 'EDI:sync-test/copied')) as {
    Path: string;
  }[];
  expect(listed.map(({ Path }) => Path).sort()).toEqual(Object.keys(filesIn(tree)).sort());
  await client('rclone', 'moveto', 'EDI:sync-test/copied/plain.txt', 'EDI:sync-test/moved');
  expect(await client('rclone', 'cat', 'EDI:sync-test/moved')).toBe('changed');
  await client('rclone', 'purge', 'EDI:sync-test');
  expect(await client('rclone', 'lsd', 'EDI:')).not.toContain('sync-test');
});

it('s3cmd makes a bucket, puts, lists, reads, copies, syncs and removes', async () => {
  const { client, folder, tree } = await made();
  await client('s3cmd', 'mb', 's3://cmd-test');
  expect(await client('s3cmd', 'ls')).toContain('s3://cmd-test');
  await client('s3cmd', 'put', join(tree, 'plain.txt'), 's3://cmd-test/a b+c%.txt');
  await client('s3cmd', 'put', '--multipart-chunk-size-mb=5', join(tree, 'large'), 's3://cmd-test/large');
  expect(await client('s3cmd', 'ls', 's3://cmd-test/')).toMatch(/s3:\/\/cmd-test\/a b\+c%\.txt/);
  await client('s3cmd', 'get', 's3://cmd-test/large', join(folder, 'large'));
  expect(readFileSync(join(folder, 'large')).equals(LARGE)).toBe(true);
  await client('s3cmd', 'cp', 's3://cmd-test/a b+c%.txt', 's3://cmd-test/copy');
  expect(await client('s3cmd', 'info', 's3://cmd-test/copy')).toMatch(/File size:\s+12/);
  await client('s3cmd', 'mv', 's3://cmd-test/copy', 's3://cmd-test/moved');
  await client('s3cmd', 'del', 's3://cmd-test/moved');
  await client('s3cmd', 'sync', `${tree}/`, 's3://cmd-test/tree/');
  const back = join(folder, 'back');
  mkdirSync(back);
  await client('s3cmd', 'sync', 's3://cmd-test/tree/', `${back}/`);
  expect(filesIn(back)).toEqual(filesIn(tree));
  expect(await client('s3cmd', 'info', 's3://cmd-test')).toContain('Location');
  await client('s3cmd', 'rb', '--recursive', '--force', 's3://cmd-test');
  expect(await client('s3cmd', 'ls')).not.toContain('cmd-test');
});
