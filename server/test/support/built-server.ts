import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { ENTRIES } from '../../../tsup.config.js';
import { keepOutput } from './test-log.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The server as one runs it, compiled from the sources: for tests that start, kill and load whole processes. */
export interface BuiltServer {
  readonly main: string;
  /** Of the programs that were asked for, by name. */
  readonly programs: Readonly<Record<string, string>>;
}

/**
 * Compiles the server and the engine's sources into a folder beside `src`, where both find their guides.
 * @param programs further ones of tests, by name: their paths.
 */
export async function buildServer(
  programs: Readonly<Record<string, string>> = {},
): Promise<BuiltServer & { remove(): void }> {
  const folder = join(ROOT, 'server', `.built-${process.pid}-${Date.now()}`);
  mkdirSync(folder);
  await build({
    entryPoints: {
      main: join(ROOT, 'server/src/main.ts'),
      'worker/worker': join(ROOT, 'server/src/worker/worker.ts'),
      'objects/writer': join(ROOT, 'server/src/objects/writer.ts'),
      'store/list-reader': join(ROOT, 'server/src/store/sqlite/list-reader.ts'),
      'reading-program': join(ROOT, 'server/src/reading/reading-program.ts'),
      'judging-program': join(ROOT, 'server/src/exchange/eligibility/judging-program.ts'),
      'pdf-program': join(ROOT, 'server/src/exchange/eligibility-pdf/pdf-program.ts'),
      ...Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, path])),
    },
    outdir: folder,
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'warning' },
    outExtension: { '.js': '.mjs' },
    // One depth below server/ for all that looks for the engine's guides.
    chunkNames: '[name]-[hash]',
    alias: engineEntries(),
    plugins: [packagesOutside()],
  });
  await build({
    entryPoints: { 'box/program': join(ROOT, 'server/src/box/inside/program.mjs') },
    outdir: folder,
    ...{ bundle: true, format: 'esm', platform: 'node', target: 'node20', logLevel: 'warning' },
    outExtension: { '.js': '.mjs' },
  });
  const built = (name: string): string => join(folder, `${name}.mjs`);
  return {
    main: built('main'),
    programs: Object.fromEntries(Object.keys(programs).map((name) => [name, built(name)])),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Packages stay outside, as in an installed server, but for two of some three hundred modules each: to find and to read those takes
 * longer than all else of a start, and tests start hundreds of servers.
 */
function packagesOutside(): Plugin {
  return {
    name: 'packages-outside',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        kind === 'entry-point' || /^(ediloom|kysely|typebox)(\/|$)/.test(path) ? undefined : { path, external: true },
      );
    },
  };
}

/** By the names that its users import: longer ones first, as an alias also stands for what goes on behind it. */
function engineEntries(): Readonly<Record<string, string>> {
  const named = Object.entries(ENTRIES).map(([entry, source]) => {
    const name = entry.replace(/\/?index$/, '');
    return [name === '' ? 'ediloom' : `ediloom/${name}`, join(ROOT, source)] as const;
  });
  return Object.fromEntries(named.sort(([one], [other]) => other.length - one.length));
}

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly dataDir: string;
  /** Of the account made at the first start; empty where another process made it. */
  readonly testKey: string;
  /** Resolves when it is dead, however it died; its exit code, where it has one. */
  readonly ended: Promise<number | null>;
  isDead(): boolean;
  /** What it has printed so far. */
  output(): string;
  /** kill -9. */
  kill(): Promise<void>;
  /** SIGTERM; the exit code. */
  stop(): Promise<number | null>;
}

/** A server that may not answer yet. */
export interface LaunchedServer {
  /** Once it answers; `undefined` when it was killed before. @throws Error when it ended by itself, with what it printed. */
  readonly ready: Promise<ServerProcess | undefined>;
  /** What it has printed so far. */
  output(): string;
  /** kill -9, at any instant. */
  kill(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

/** Starts the compiled server over a data folder and waits until it answers. */
export async function startServer(
  main: string,
  dataDir: string,
  environment: Settings = {},
  nodeOptions: readonly string[] = [],
): Promise<ServerProcess> {
  const server = await launchServer(main, dataDir, environment, nodeOptions).ready;
  if (server === undefined) throw new Error('The server was killed before it answered.');
  return server;
}

/** Starts the compiled server over a data folder. */
export function launchServer(
  main: string,
  dataDir: string,
  environment: Settings = {},
  nodeOptions: readonly string[] = [],
  /** A program with its arguments that runs the command behind them. */
  around: readonly string[] = [],
): LaunchedServer {
  let output = '';
  let killed = false;
  const [program = '', ...args] = [...around, process.execPath, ...nodeOptions, main, 'start'];
  const child = spawn(program, args, {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      FUNCTIONS_ISOLATION: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const isDead = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  const kill = async (): Promise<void> => {
    killed = true;
    await end('SIGKILL');
  };
  const listening = new Promise<string>((resolve) => {
    const listen = (chunk: Buffer): void => {
      keepOutput(child.pid, chunk);
      output += chunk.toString('utf8');
      const [, found] = /(https?:\/\/127\.0\.0\.1:\d+)\/docs/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
  });
  const ready = async (): Promise<ServerProcess | undefined> => {
    const url = await Promise.race([listening, ended]);
    if (killed) return undefined;
    if (typeof url !== 'string') throw new Error(`The server ended with ${url}: ${output}`);
    const testKey = (await readFile(join(dataDir, 'test-key'), 'utf8').catch(() => '')).trim();
    // It may have been killed while the key was read.
    if (killed) return undefined;
    return {
      ...{ child, url, dataDir, testKey, ended, isDead, kill },
      output: () => output,
      stop: () => end('SIGTERM'),
    };
  };
  return { ready: ready(), output: () => output, kill };
}
