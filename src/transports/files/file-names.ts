import { Buffer } from 'node:buffer';
import { transportError } from '../../delivery/transport-error.js';
import { hasControlCharacter, joinPath } from '../virtual-files/virtual-path.js';

/** Bytes of a name, as file systems commonly allow. */
const MAX_NAME_BYTES = 255;

/** How a file is named while it is written; followed by what is unique to the attempt. A dot hides it from most listings. */
export const TEMPORARY_PREFIX = '.tmp-';

/** Ours, and those of WinSCP, lftp, rsync, browsers and scripts. */
const TEMPORARY =
  /^(\.tmp|\.in\.|~\$)|(\.tmp|\.temp|\.part|\.partial|\.filepart|\.crdownload|\.uploading|\.writing)$|^\.[^.].*\.[A-Za-z0-9]{6}$/i;

/** A name under which clients commonly keep a file that is not whole yet. */
export function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name);
}

/** True for one name in one directory, on any system: no separators, no control characters, not `.` or `..`, not too long. */
export function isPlainName(name: string): boolean {
  return (
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    !/[/\\]/.test(name) &&
    !hasControlCharacter(name) &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES
  );
}

/** @throws X12Error of `name-refused`. */
export function demandPlainName(name: string): string {
  if (!isPlainName(name)) throw transportError('name-refused');
  return name;
}

/** `a.edi` as the 2nd of its name is `a-2.edi`; the 1st is the name itself. */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const dot = name.lastIndexOf('.');
  const cut = dot <= 0 ? name.length : dot;
  return demandPlainName(`${name.slice(0, cut)}-${number}${name.slice(cut)}`);
}

/** Paths for `name` in `directory`, the first being its own; the caller takes the first that is free. */
export function* numberedPaths(directory: string, name: string): Generator<string> {
  for (let number = 1; number <= 1000; number++) yield joinPath(directory, numberedName(name, number));
}

/** What a server listed, fit to be shown: without characters that steer a terminal. */
export function visibleName(name: string): string {
  return hasControlCharacter(name)
    ? JSON.stringify(name)
        .slice(1, -1)
        .replace(/[\u007f-\u009f]/g, '?')
    : name;
}
