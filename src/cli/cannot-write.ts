import { CommandError } from './exit.js';
import { errorCodeOf } from './give-name.js';

const NO_PERMISSION = 'your permissions do not allow it. Change them, or name another file.';
const FULL = 'the disk is full, or your share of it. Make room, or name a file on another disk.';

/** What is in the way, and what to do, by the code of the system. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist. Make the folder first, or name a file in another.',
  ENOTDIR: 'a part of its path is a file, not a folder. Name another.',
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EROFS: 'its disk can only be read from. Name a file on another disk.',
  ENOSPC: FULL,
  EDQUOT: FULL,
};

/** @param left what there is of it now, in a sentence. */
export function cannotWrite(file: string, error: unknown, left = 'Nothing was written.'): CommandError {
  const code = errorCodeOf(error);
  const reason = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  const why = reason === undefined ? ` (${code || 'unknown reason'}).` : `: ${reason}`;
  return new CommandError(`${file} cannot be written${why} ${left}`);
}
