import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { sharedServer } from '../support/shared-server.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

let main: string;
beforeAll(async () => {
  main = (await sharedServer()).main;
});

/** A package that starts as ours does, with a server that is built already. */
function packageFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-npm-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const names = { start: scripts.start, 'build:server': 'node -e 0' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: names }));
  mkdirSync(join(folder, 'server', 'dist'), { recursive: true });
  writeFileSync(join(folder, 'server', 'dist', 'main.js'), `import ${JSON.stringify(pathToFileURL(main).href)};\n`);
  return folder;
}

interface Started {
  readonly npm: ChildProcess;
  /** Of the server itself. */
  readonly pid: number;
  readonly ended: Promise<void>;
  log(): string;
}

/** `npm start`, in a group of its own, until the server listens. */
async function npmStart(folder: string): Promise<Started> {
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'info' },
  });
  let log = '';
  const listening = new Promise<number>((resolve) => {
    const read = (chunk: Buffer): void => {
      log += chunk.toString('utf8');
      const [, pid] = /"pid":(\d+),[^\n]*"msg":"listening"/.exec(log) ?? [];
      if (pid !== undefined) resolve(Number(pid));
    };
    npm.stdout.on('data', read);
    npm.stderr.on('data', read);
  });
  const ended = new Promise<void>((resolve) => npm.once('close', () => resolve()));
  const pid = await Promise.race([listening, ended]);
  if (pid === undefined) throw new Error(`npm start ended: ${log}`);
  // Whatever a test finds, nothing stays behind.
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  return { npm, pid, ended, log: () => log };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it.runIf(process.platform !== 'win32').each([
  ['npm alone, as most supervisors signal', (pid: number) => pid],
  ['the whole group, as a terminal and some supervisors do', (pid: number) => -pid],
])('ends the server in order when SIGTERM goes to %s', async (_, target) => {
  const folder = packageFolder();
  const { npm, pid, ended, log } = await npmStart(folder);
  process.kill(target(npm.pid ?? 0), 'SIGTERM');
  await ended;
  // Its pipes are closed only when the server, which has inherited them, is gone too.
  expect(isAlive(pid)).toBe(false);
  expect(log()).toContain('"msg":"ended"');
  // The folder is free: the next start does not find it in use.
  const again = await npmStart(folder);
  process.kill(again.npm.pid ?? 0, 'SIGTERM');
  await again.ended;
  expect(again.log()).toContain('"msg":"ended"');
});

/** The document of all operations is larger than a megabyte. */
const MOST_OUTPUT = 16 * 1024 * 1024;

it.runIf(process.platform !== 'win32')('prints lines that work as they are pasted', async () => {
  const folder = packageFolder();
  const { npm, ended, log } = await npmStart(folder);
  const paste = async (line: string) =>
    JSON.parse(
      (await promisify(execFile)('bash', ['-c', line], { cwd: folder, maxBuffer: MOST_OUTPUT })).stdout,
    ) as unknown;
  // The lines come after the log says that it listens.
  const lines = await vi.waitUntil(
    () => /(curl.*generate-edi.*)\n(curl.*eligibility.*)\n(curl.*executions.*)\n(http.*)\/docs\n/.exec(log()),
    30_000,
  );
  const { edi, fileExecutionId } = (await paste(lines[1] ?? '')) as {
    readonly edi: string;
    readonly fileExecutionId: string;
  };
  expect(edi).toMatch(/^ISA.*PO-1001/s);
  const covered = { benefitsInformation: expect.arrayContaining([expect.objectContaining({ code: '1' })]), errors: [] };
  expect(await paste(lines[2] ?? '')).toMatchObject(covered);
  const delivered = { items: [{ executionId: fileExecutionId, status: 'COMPLETED' }] };
  await vi.waitFor(async () => expect(await paste(lines[3] ?? '')).toMatchObject(delivered), 30_000);
  const pasteStepsOf = async (path: string) => {
    const document = (await paste(`curl -s ${lines[4]}${path}`)) as { readonly info: { readonly description: string } };
    const steps = document.info.description.matchAll(/```sh\n(.*?)```/gs);
    return Promise.all([...steps].map(([, step = '']) => paste(step)));
  };
  expect(await pasteStepsOf('/docs/json')).toEqual([
    expect.objectContaining({ edi: expect.stringContaining('PO-1001') }),
    expect.objectContaining({ items: expect.arrayContaining([expect.objectContaining(delivered.items[0])]) }),
    expect.objectContaining(covered),
  ]);
  expect(await pasteStepsOf('/docs/admin/json')).toEqual([
    { items: [expect.objectContaining({ name: 'first account' })] },
  ]);
  process.kill(npm.pid ?? 0, 'SIGTERM');
  await ended;
});
