import type { Attributes, FileEntry } from 'ssh2';
import type { VirtualEntry } from '../virtual-files/virtual-files.js';

const FILE_MODE = 0o100660;
const DIRECTORY_MODE = 0o40770;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

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
  const { name, kind, size, modified } = entry;
  const date = new Date(modified);
  const month = MONTHS[date.getUTCMonth()] ?? 'Jan';
  const day = String(date.getUTCDate()).padStart(2);
  const rights = kind === 'directory' ? 'drwxrwx---' : '-rw-rw----';
  const owner = user
    .replace(/[^\w.@-]/g, '_')
    .slice(0, 32)
    .padEnd(8);
  const longname = `${rights}    1 ${owner} ${owner} ${String(size).padStart(12)} ${month} ${day}  ${date.getUTCFullYear()} ${name}`;
  return { filename: name, longname, attrs: attributesOf(entry) };
}
