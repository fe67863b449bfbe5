/** What clients put before or behind a name while they upload: WinSCP, FileZilla, Cyberduck, common scripts, and our own. */
const PREFIX = '.';
const SUFFIXES = ['.tmp', '.temp', '.part', '.partial', '.filepart', '.uploading'];

/** True when a name, or that of a directory above it, says that the file is still being written. */
export type IsTemporary = (path: string) => boolean;

/** The rule unless another is given: a name that begins with `.` or ends in `.tmp`, `.part`, `.filepart` or alike. */
export const isTemporaryPath: IsTemporary = (path) => path.split('/').some(isTemporaryName);

function isTemporaryName(name: string): boolean {
  const lower = name.toLowerCase();
  return lower.startsWith(PREFIX) || SUFFIXES.some((suffix) => lower.endsWith(suffix));
}
