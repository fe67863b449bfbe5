import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Where the tools of util-linux lie, whatever `PATH` the server was started with. */
const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
/** What every box is made with. */
export const TOOLS_PATH = FOLDERS.join(delimiter);

/** Programs that a box is made with, by their paths. */
export interface BoxTools {
  /** In a box it lies elsewhere: what of this machine it lies below may be covered there. */
  readonly node: string;
  readonly sh: string;
  readonly unshare: string;
  readonly setpriv: string;
  readonly prlimit: string;
  /** What of them, and of the libraries that they load, is shown in the box. */
  readonly shown: readonly string[];
}

/**
 * Looks for what this machine makes boxes with.
 * @throws Error that says what is missing, for the operator.
 */
export async function findBoxTools(): Promise<BoxTools> {
  if (process.platform !== 'linux') throw new Error(`Boxes need Linux; this is ${process.platform}.`);
  const [sh, unshare, setpriv, prlimit, umount, ldd] = await Promise.all([
    findTool('sh'),
    findTool('unshare'),
    findTool('setpriv'),
    findTool('prlimit'),
    findTool('umount'),
    findTool('ldd'),
  ]);
  const node = await realpath(process.execPath);
  const libraries = await librariesOf(ldd, [node, setpriv, umount]);
  return { node, sh, unshare, setpriv, prlimit, shown: [setpriv, umount, ...libraries] };
}

/**
 * A command that runs another, which prints to one pipe what it prints to two, and ends with this process however that ends: as far as this
 * machine has what that takes.
 */
export async function commandAround(): Promise<readonly string[]> {
  const sh = await findTool('sh').catch(() => undefined);
  const ending = await endingTogether();
  return sh === undefined ? ending : [...ending, sh, '-c', 'exec "$@" 2>&1', 'sh'];
}

async function endingTogether(): Promise<readonly string[]> {
  const setpriv = await findTool('setpriv').catch(() => undefined);
  if (setpriv === undefined) return [];
  const around = ['--pdeathsig', 'KILL'];
  return promisify(execFile)(setpriv, [...around, process.execPath, '--version'], { env: { PATH: TOOLS_PATH } }).then(
    () => [setpriv, ...around],
    () => [],
  );
}

async function findTool(name: string): Promise<string> {
  for (const folder of FOLDERS) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  throw new Error(`There is no program ${name} in ${FOLDERS.join(', ')}. On Debian it comes with util-linux.`);
}

/** As the loader names them: `libc.so.6 => /lib/libc.so.6 (0x…)`, or the path alone. */
async function librariesOf(ldd: string, programs: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(ldd, programs, { env: { PATH: TOOLS_PATH } });
  const paths = stdout.split('\n').flatMap((line) => /^\t(?:.* => )?(\/\S+) \(0x/.exec(line)?.[1] ?? []);
  return [...new Set(paths)];
}
