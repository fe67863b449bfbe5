import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Starts a worker with nothing of the server's environment, and without the doors from a value to the language.
 */
export function startWorker(memoryMb: number): ChildProcess {
  const { file, loader, env } = workerFile();
  return fork(file, [], {
    env,
    execArgv: [
      ...loader,
      `--max-old-space-size=${memoryMb}`,
      '--max-semi-space-size=4',
      '--disable-proto=delete',
      '--disallow-code-generation-from-strings',
      ...(loader.length === 0 ? permissions(dirname(file)) : []),
      ...ifKnown('--disable-sigusr1'),
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** What a customer wrote may take all time there is of a core: whoever answers requests comes first, and so do workers that start. */
export function standBack(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended, or the system has no such thing.
  }
}

/**
 * Flags by which a worker may read its program and its packages, and may write no file and start no process. It may have a thread, which looks whether
 * the server is still there. A worker that runs from sources does without these flags, as the loader of sources starts a process.
 */
function permissions(folder: string): readonly string[] {
  const [flag] = [...ifKnown('--permission'), ...ifKnown('--experimental-permission')];
  if (flag === undefined) return [];
  const packages = foldersAbove(folder).flatMap((above) => [
    join(above, 'node_modules', '*'),
    join(above, 'package.json'),
  ]);
  const readable = [join(dirname(folder), '*'), ...packages, ...engineFolder(folder)];
  return [flag, '--allow-worker', ...readable.map((path) => `--allow-fs-read=${path}`)];
}

/** In a workspace the package is a link that leads out of `node_modules`. */
function engineFolder(folder: string): readonly string[] {
  try {
    return [join(dirname(createRequire(join(folder, 'any.js')).resolve('ediloom')), '*')];
  } catch {
    // It stands in the built program.
    return [];
  }
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}

function ifKnown(flag: string): readonly string[] {
  return process.allowedNodeEnvironmentFlags.has(flag) ? [flag] : [];
}

interface WorkerFile {
  readonly file: string;
  /** Empty for a built one. */
  readonly loader: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Beside this module: built it is below `worker/`; run from the sources it is the source, which tsx reads. */
function workerFile(): WorkerFile {
  const here = import.meta.url;
  const ending = extname(here);
  if (ending !== '.ts') {
    return { file: fileURLToPath(new URL(`./worker/worker${ending}`, here)), loader: [], env: {} };
  }
  return {
    file: fileURLToPath(new URL('./worker.ts', here)),
    loader: ['--import', pathToFileURL(createRequire(here).resolve('tsx/esm')).href],
    env: { TSX_TSCONFIG_PATH: fileURLToPath(new URL('../../tsconfig.json', here)) },
  };
}
