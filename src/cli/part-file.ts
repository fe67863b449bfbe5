import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Nobody else reads what is not whole yet. */
export const PART_MODE = 0o600;

/** A file that is being written, beside the one that it becomes. */
export interface PartFile {
  /** Nothing is there yet; whoever writes it creates it, with {@link PART_MODE}. */
  readonly path: string;
  /** Removes it, if it is still there. Until then it also goes when the program ends by a signal, or in the middle. */
  release(): Promise<void>;
}

/** Bytes of a name that file systems take (ext4, XFS, APFS, NTFS counts units); what is added at the end has to fit in. */
const LONGEST_NAME = 255;
const LONGEST_STEM = LONGEST_NAME - '.4194304.abcdef.part'.length;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Parts of this program. */
const open = new Set<string>();

/** Begins a part of a file. Parts that programs left which were killed outright are removed first. */
export async function beginPart(file: string): Promise<PartFile> {
  const [folder, stem] = [dirname(file), stemOf(basename(file))];
  await removeLeft(folder, stem);
  // Random as well: in containers all programs may have one number, and none may go on in a part of another.
  const path = join(folder, `${stem}.${process.pid}.${randomBytes(3).toString('hex')}.part`);
  if (open.size === 0) watchEnd();
  open.add(path);
  return {
    path,
    release: async () => {
      // What kept it from being made keeps it from being looked for: the first is told, and whoever writes the file next removes what is left.
      await rm(path, { force: true }).catch(() => undefined);
      open.delete(path);
      if (open.size === 0) unwatchEnd();
    },
  };
}

/** What the parts of a file begin with: its name, cut where it would grow too long; the hash keeps long ones apart. */
function stemOf(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_STEM) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 16);
  const most = LONGEST_STEM - hash.length - 1;
  let cut = '';
  for (const letter of name) {
    if (Buffer.byteLength(cut + letter) > most) break;
    cut += letter;
  }
  return `${cut}-${hash}`;
}

async function removeLeft(folder: string, stem: string): Promise<void> {
  // A folder that cannot be listed is told of when the part is made.
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(`${stem}.`)) continue;
    const pid = /^\.([1-9]\d{0,9})\.[\da-f]{6}\.part$/.exec(name.slice(stem.length))?.[1];
    const path = join(folder, name);
    if (pid === undefined || open.has(path) || isAlive(Number(pid))) continue;
    await rm(path, { force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  // Of this program's own number, but none of its parts: one before it had the number.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

function watchEnd(): void {
  for (const signal of SIGNALS) process.on(signal, endBy);
  process.on('exit', removeOpen);
}

function unwatchEnd(): void {
  for (const signal of SIGNALS) process.removeListener(signal, endBy);
  process.removeListener('exit', removeOpen);
}

/** Ends as the signal would have: whoever waits for the program sees which it was. */
function endBy(signal: NodeJS.Signals): void {
  removeOpen();
  open.clear();
  unwatchEnd();
  process.kill(process.pid, signal);
}

function removeOpen(): void {
  for (const path of open) rmSync(path, { force: true });
}
