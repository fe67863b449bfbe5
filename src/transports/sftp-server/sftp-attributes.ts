import type { Attributes, FileEntry } from 'ssh2';
import { longLine } from '../receiving/long-line.js';
import type { VirtualEntry } from '../virtual-files/virtual-files.js';

const FILE_MODE = 0o100660;
const DIRECTORY_MODE = 0o40770;

export function attributesOf({ kind, size, modified }: VirtualEntry): Attributes {
  const seconds = Math.max(0, Math.min(2 ** 32 - 1, Math.floor(modified / 1000)));
  return {
    mode: kind === 'directory' ? DIRECTORY_MODE : FILE_MODE,
    uid: 0,
    gid: 0,
    size,
    atime: seconds,
    mtime: seconds,
  };
}

/** A name in a listing; the long form is what people see, and clients look at its first letter. */
export function listedAs(entry: VirtualEntry, user: string): FileEntry {
  return { filename: entry.name, longname: longLine(entry, user, Date.now()), attrs: attributesOf(entry) };
}
