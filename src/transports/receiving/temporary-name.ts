import { requireForm } from '../../model/check-options.js';
import { isTemporaryName } from '../files/file-names.js';

/** True when a name, or that of a directory above it, says that the file is still being written. */
export type IsTemporary = (path: string) => boolean;

/** The rule unless another is given: the names that clients commonly use meanwhile, and all that begin with a dot. */
export const isTemporaryPath: IsTemporary = (path) => {
  requireForm('isTemporaryPath', 'path', path, 'text');
  return path.split('/').some((name) => name.startsWith('.') || isTemporaryName(name));
};
