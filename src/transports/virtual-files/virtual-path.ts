import { VirtualFilesError } from './virtual-files.js';

/** Bytes of a whole path and of one name in it, as file systems commonly allow. */
const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 255;

/** Marks, embeddings, overrides and isolates: by them a name is shown as another, `exe.txt` for `txt.exe`. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** What bytes become that are not UTF-8: two names would be one, and the second file take the place of the first. */
const REPLACED = '\ufffd';

/**
 * The absolute path that a client's text means, seen from `directory`: `..` ends at the root, doubled and trailing `/` are
 * dropped, and `\` is a character of the name.
 * @throws VirtualFilesError `name-refused` for NUL and other control characters, those that turn the direction of writing included, for what was not
 * UTF-8, and for what is too long.
 */
export function virtualPath(text: string, directory = '/'): string {
  if (typeof text !== 'string') throw new VirtualFilesError('name-refused');
  if (hasControlCharacter(text) || BIDI.test(text) || text.includes(REPLACED) || byteLength(text) > MAX_PATH_BYTES)
    throw new VirtualFilesError('name-refused');
  const names: string[] = [];
  for (const name of (text.startsWith('/') ? text : `${directory}/${text}`).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(demandShort(name));
  }
  return `/${names.join('/')}`;
}

/** The directory of a path, and its last name. */
export function splitPath(path: string): { readonly directory: string; readonly name: string } {
  const cut = path.lastIndexOf('/');
  return { directory: cut <= 0 ? '/' : path.slice(0, cut), name: path.slice(cut + 1) };
}

/** The path of `name` in `directory`. */
export function joinPath(directory: string, name: string): string {
  return directory.endsWith('/') ? `${directory}${name}` : `${directory}/${name}`;
}

function demandShort(name: string): string {
  if (byteLength(name) > MAX_NAME_BYTES) throw new VirtualFilesError('name-refused');
  return name;
}

/** C0, DEL and C1: they break listings and control connections, and hide what a person sees. */
export function hasControlCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 32 || (unit >= 127 && unit < 160)) return true;
  }
  return false;
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
