import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FilesJob, FilesTimes } from './files-child.js';
import { answering, ended, freePort, type Place, prepare, sshdConfig } from './sftp-place.js';

/**
 * Delivers many small files one after another, and picks them up: our transports against sshd and against our FTPS server, each
 * delivery with its temporary name, its looks and its rename; beside a batch of OpenSSH's client, which only puts and gets. In turn
 * within each round, as other work on the machine slows all; the median counts.
 *
 *     npx tsx bench/transports/small-files.ts [FILES] [ROUNDS]
 */
const SSHD = '/usr/sbin/sshd';
const CLIENT = '/usr/bin/sftp';
const BYTES = 2048;
const PASSWORD = 'bench';
const run = promisify(execFile);
const files = Number(process.argv[2] ?? 1000);
const rounds = Number(process.argv[3] ?? 3);

/** Seconds of a wall clock. */
interface Row {
  readonly out: number;
  readonly in: number;
}

async function main(): Promise<void> {
  const missing = [SSHD, CLIENT].filter((program) => !existsSync(program));
  if (missing.length > 0) {
    console.log(`skipped: ${missing.join(', ')} not installed`);
    return;
  }
  const place = await prepare(0);
  const local = await mkdtemp(join(place.directory, 'local-'));
  for (let i = 0; i < files; i++) await writeFile(join(local, `file-${i}.edi`), Buffer.alloc(BYTES, `ISA*${i}~`));
  const port = await freePort();
  const sshd = spawn(SSHD, ['-D', '-e', '-f', await sshdConfig(place, port)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let logins = 0;
  sshd.stderr.on('data', (lines: Buffer) => {
    logins += String(lines).split('Accepted publickey').length - 1;
  });
  const ftps = spawn(process.execPath, [join(place.compiled, 'ftps-server.mjs'), place.home, PASSWORD], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const [told] = await Promise.all([firstLine(ftps), answering(port)]);
    const at: { port: number; certificate: string } = JSON.parse(told);
    await measure(place, local, { sshd: port, ftps: at.port, certificate: at.certificate, logins: () => logins });
  } finally {
    ftps.stdin.end();
    await ended(sshd);
    await rm(place.directory, { recursive: true });
    await rm(place.compiled, { recursive: true });
  }
}

interface Servers {
  /** The ports. */
  readonly sshd: number;
  readonly ftps: number;
  readonly certificate: string;
  readonly logins: () => number;
}

async function measure(place: Place, local: string, { sshd, ftps, certificate, logins }: Servers): Promise<void> {
  const { directory, home, user, hostKey } = place;
  const privateKey = await readFile(join(directory, 'client'), 'utf8');
  const sftpOptions = { host: '127.0.0.1', port: sshd, username: user, privateKey, hostKeys: [hostKey] };
  const ftpsOptions = { host: 'localhost', family: 4, port: ftps, username: 'edi', password: PASSWORD } as const;
  let perRun = 0;
  const ways: Readonly<Record<string, () => Promise<Row>>> = {
    'OpenSSH sftp, one batch': () => openSsh(place, sshd, local),
    'our SFTP transport': async () => {
      const before = logins();
      const row = await ours(place, {
        server: { kind: 'sftp', options: sftpOptions },
        directory: home,
        files,
        bytes: BYTES,
      });
      perRun = logins() - before;
      return row;
    },
    'our FTPS transport': () =>
      ours(place, {
        server: { kind: 'ftps', options: { ...ftpsOptions, tls: { ca: certificate } } },
        ...{ directory: '/', files, bytes: BYTES },
      }),
  };
  const rows = new Map(Object.keys(ways).map((name) => [name, [] as Row[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, way] of Object.entries(ways)) rows.get(name)?.push(await way());
  }
  console.log(
    `${files} files of ${BYTES} bytes, median of ${rounds}; logins of our SFTP transport in a run: ${perRun}`,
  );
  const base = medians(rows.get('OpenSSH sftp, one batch') ?? []);
  for (const [name, all] of rows) {
    const row = medians(all);
    console.log(`${name.padEnd(32)} out ${shown(row.out, base.out)}   in ${shown(row.in, base.in)}`);
  }
}

async function ours({ compiled }: Place, job: FilesJob): Promise<Row> {
  const { stdout } = await run(process.execPath, [join(compiled, 'files-child.mjs'), JSON.stringify(job)]);
  const { deliver, pickUp }: FilesTimes = JSON.parse(stdout);
  return { out: deliver.wall, in: pickUp.wall };
}

/** With the login, which is little beside a thousand files. */
async function openSsh({ directory, home, user }: Place, port: number, local: string): Promise<Row> {
  const options = ['-q', '-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'BatchMode=yes'];
  const remote = join(home, 'batch');
  const got = await mkdtemp(join(directory, 'got-'));
  await mkdir(remote, { recursive: true });
  const batch = (line: string) =>
    timed(async () => {
      const file = join(directory, 'batch');
      await writeFile(file, `${line}\n`);
      const login = ['-P', String(port), '-i', join(directory, 'client'), ...options];
      await run(CLIENT, [...login, '-b', file, `${user}@127.0.0.1`], { maxBuffer: 64_000_000 });
    });
  const row = { out: await batch(`put ${local}/* ${remote}`), in: await batch(`get ${remote}/* ${got}`) };
  if ((await readdir(got)).length !== files) throw new Error('not all files came back');
  for (const path of [remote, got]) await rm(path, { recursive: true });
  return row;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

function firstLine({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => stdout?.once('data', (data) => resolve(String(data))));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function medians(rows: readonly Row[]): Row {
  return { out: median(rows.map((row) => row.out)), in: median(rows.map((row) => row.in)) };
}

function shown(seconds: number, base: number): string {
  const rate = (files / seconds).toFixed(0).padStart(5);
  return `${rate} files/s, ${seconds.toFixed(2)} s (${(seconds / base).toFixed(2)})`;
}

await main();
