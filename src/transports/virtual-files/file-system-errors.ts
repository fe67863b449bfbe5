import { type VirtualFilesCode, VirtualFilesError } from './virtual-files.js';

const CODES: Readonly<Record<string, VirtualFilesCode>> = {
  ENOENT: 'not-found',
  EEXIST: 'exists',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  // A link where none is followed.
  ELOOP: 'denied',
  EMLINK: 'denied',
  ENOTDIR: 'not-a-directory',
  EISDIR: 'is-a-directory',
  ENOTEMPTY: 'not-empty',
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
  EFBIG: 'too-large',
  ENAMETOOLONG: 'name-refused',
};

/** What the system's error means in the words of the port. */
export function virtualFilesError(error: unknown): VirtualFilesError {
  if (error instanceof VirtualFilesError) return error;
  return new VirtualFilesError(CODES[systemCodeOf(error)] ?? 'failed', { cause: error });
}

/** Does the work; what the system complains about comes out as a VirtualFilesError. */
export async function onFiles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw virtualFilesError(error);
  }
}

/** The system's name of an error, such as `ENOENT`. */
export function systemCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
