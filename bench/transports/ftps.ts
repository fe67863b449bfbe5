import { execFile, spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connectFtps, type FtpsOptions } from '../../src/transports/ftps/index.js';

/**
 * `npx tsx bench/transports/ftps.ts [MB]`: a file put and got by our client and by curl in turn, against the same server: ours, or the
 * one of FTPS_URL (`ftps-host:port`), FTPS_USER, FTPS_PASSWORD, FTPS_CA and FTPS_DIRECTORY. Prints seconds, the best of five, and the ratio.
 */
const ROUNDS = 5;
const megabytes = Number(process.argv[2] ?? 200);
const folder = mkdtempSync(join(tmpdir(), 'ediloom-bench-'));
const local = join(folder, 'local.bin');

interface Target extends FtpsOptions {
  readonly caFile: string;
  readonly directory: string;
  stop(): void;
}

const target = await targetOf();
try {
  writeFileSync(local, Buffer.alloc(megabytes * 1_000_000, 'ISA*00*          ~'));
  const path = `${target.directory}/bench.tmp`;
  const files = await connectFtps(target)();
  const works = {
    'put, ours': () => files.write(path, createReadStream(local, { highWaterMark: 256 * 1024 })),
    'put, curl': () => curl(target, '-T', local, path),
    'get, ours': async () => {
      for await (const _ of files.read(path));
    },
    'get, curl': () => curl(target, '-o', '/dev/null', path),
  };
  const best = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, work] of Object.entries(works)) {
      const started = performance.now();
      await work();
      best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, (performance.now() - started) / 1000));
    }
  }
  await files.remove(path);
  await files.close();
  for (const way of ['put', 'get']) {
    const ours = best.get(`${way}, ours`) ?? 0;
    const theirs = best.get(`${way}, curl`) ?? 0;
    console.log(
      `${way} ${megabytes} MB: ours ${ours.toFixed(2)} s, curl ${theirs.toFixed(2)} s, ratio ${(ours / theirs).toFixed(2)}`,
    );
  }
} finally {
  target.stop();
  rmSync(folder, { recursive: true });
}

async function curl(
  { host, port, username, password, caFile }: Target,
  flag: string,
  file: string,
  path: string,
): Promise<void> {
  const url = `ftp://${host}:${port}/${path}`;
  const config = join(folder, 'curl');
  writeFileSync(config, `user = "${username}:${password}"\n`, { mode: 0o600 });
  await promisify(execFile)('curl', ['-sS4', '--ssl-reqd', '--cacert', caFile, '-K', config, flag, file, url]);
}

async function targetOf(): Promise<Target> {
  const { FTPS_URL, FTPS_USER = '', FTPS_PASSWORD = '', FTPS_CA = '', FTPS_DIRECTORY = '' } = process.env;
  const common = { family: 4 as const };
  if (FTPS_URL !== undefined) {
    const [host = '', port] = FTPS_URL.split(':');
    const { readFileSync } = await import('node:fs');
    const tls = { ca: readFileSync(FTPS_CA, 'utf8') };
    const login = { username: FTPS_USER, password: FTPS_PASSWORD };
    return {
      ...common,
      ...login,
      host,
      port: Number(port),
      tls,
      caFile: FTPS_CA,
      directory: FTPS_DIRECTORY,
      stop: () => {},
    };
  }
  const password = 'bench';
  const script = fileURLToPath(new URL('ftps-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder, password], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
  const { port, certificate } = JSON.parse(line);
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, certificate);
  return {
    ...common,
    host: 'localhost',
    port,
    username: 'edi',
    password,
    tls: { ca: certificate },
    caFile,
    directory: '',
    stop: () => child.stdin.end(),
  };
}
