import { dirname, join } from 'node:path';
import { BOX_SCRIPT } from './box-script.js';
import type { BoxTools } from './box-tools.js';
import type { Run } from './runner.js';

const MB = 1024 * 1024;
/** Beside its heap a process has its program, its threads, and what of strings and buffers lies outside of it. */
export const BESIDE_HEAP_MB = 192;
/** Newer ones set addresses aside for code, which the system counts as data although nothing lies there. */
const SET_ASIDE_MB = Number.parseInt(process.versions.node, 10) >= 23 ? 512 : 0;
/** Threads, too: Node.js has about a dozen. */
const MOST_PROCESSES = 64;
const MOST_FILES = 256;
const MOST_FILE_MB = 64;
/** First of the users that boxes of a server that is root run as: nobody has them. */
const FIRST_USER = 0x7f000000;
const USERS = 0x10000;

let boxes = 0;

export interface BoxPlace {
  readonly tools: BoxTools;
  /** `program.mjs`, as it stands here or built. */
  readonly program: string;
  /** An empty folder that boxes lie over; one for all, as each sees its own. */
  readonly root: string;
}

/**
 * The command that makes a box and runs the function in it. It dies with this process, all of it, however that ends. Nothing that a customer
 * has written is an argument, or in the environment, of any of these programs.
 */
export function boxCommand(
  { tools, program, root }: BoxPlace,
  { folder, timeoutMs, memoryMb, gate = '' }: Pick<Run, 'folder' | 'timeoutMs' | 'memoryMb' | 'gate'>,
): readonly [string, ...string[]] {
  const isRoot = process.getuid?.() === 0;
  boxes = (boxes + 1) % USERS;
  const user = String(FIRST_USER + boxes);
  return [
    tools.setpriv,
    ...['--pdeathsig', 'KILL'],
    ...[tools.prlimit, '--core=0', `--fsize=${MOST_FILE_MB * MB}`, `--nofile=${MOST_FILES}`],
    // Two cores at most for all of its time.
    ...[`--data=${(memoryMb + 2 * BESIDE_HEAP_MB + SET_ASIDE_MB) * MB}`, `--cpu=${Math.ceil(timeoutMs / 500) + 2}`],
    // Root makes namespaces as it is, and is somebody else inside: its own number would be that of the owner of the kernel's settings.
    ...[tools.unshare, ...(isRoot ? [] : ['--user', '--map-root-user'])],
    ...['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child', '--propagation', 'private'],
    ...[
      tools.sh,
      '-c',
      BOX_SCRIPT,
      'box',
      root,
      folder,
      program,
      String(MOST_PROCESSES),
      gate,
      tools.node,
      ...tools.shown,
      '--',
    ],
    ...[tools.setpriv, ...(isRoot ? ['--reuid', user, '--regid', user, '--clear-groups'] : [])],
    ...['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--pdeathsig', 'KILL'],
    ...['/box/node', ...nodeFlags(memoryMb, ['--allow-fs-read=*', '--allow-fs-write=/tmp/*'])],
    ...['/box/program.mjs', '/function', ...(gate === '' ? [] : ['/box/gate'])],
  ];
}

export interface PlainPlace {
  /** `program.mjs`. */
  readonly program: string;
  /** What lets it end with this process, however that ends; empty where the machine has nothing of the kind. */
  readonly around: readonly string[];
}

/**
 * The same without a box, where the operator has said so: what Node.js itself forbids is all that is left. It reads its own files alone, but
 * it reaches the network, and may send signals to all that the server may.
 */
export function plainCommand(
  { program, around }: PlainPlace,
  { folder, memoryMb, gate }: Pick<Run, 'folder' | 'memoryMb' | 'gate'>,
): readonly [string, ...string[]] {
  const readable = [dirname(program), folder].map((path) => `--allow-fs-read=${join(path, '*')}`);
  const node = [process.execPath, ...nodeFlags(memoryMb, readable)];
  const [first = process.execPath, ...rest] = [...around, ...node, program, folder];
  return [first, ...rest, ...(gate === undefined ? [] : [gate])];
}

/** The function starts no process or thread, loads no native code, and reads and writes what is named; in a box that is a second wall. */
function nodeFlags(memoryMb: number, files: readonly string[]): readonly string[] {
  const permission = ['--permission', '--experimental-permission'].find((flag) =>
    process.allowedNodeEnvironmentFlags.has(flag),
  );
  return [
    ...(permission === undefined ? [] : [permission, ...files]),
    ...(process.allowedNodeEnvironmentFlags.has('--disable-warning') ? ['--disable-warning=ExperimentalWarning'] : []),
    ...(process.allowedNodeEnvironmentFlags.has('--disable-sigusr1') ? ['--disable-sigusr1'] : []),
    `--max-old-space-size=${memoryMb}`,
    '--max-semi-space-size=4',
    '--enable-source-maps',
  ];
}
