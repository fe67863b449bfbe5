import { randomBytes } from 'node:crypto';
import { requireForm } from '../../model/check-options.js';
import { joinPath, splitPath } from '../virtual-files/virtual-path.js';

/** How an upload is named on disk until it is complete. Its user never sees such a name, and may not use one. */
const PREFIX = '.ediloom-upload-';

/** A name beside `path` that no other upload has. It does not grow with the name, which may be as long as names can be. */
export function newStagedPath(path: string): string {
  return joinPath(splitPath(path).directory, PREFIX + randomBytes(12).toString('hex'));
}

export function isStagedName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** True when any name of the path is one. */
export function isStagedPath(path: string): boolean {
  requireForm('isStagedPath', 'path', path, 'text');
  return path.includes(`/${PREFIX}`);
}
