/** Why a file cannot be read, as its predicate. */
export function unreadable(cause: unknown): string {
  // What file calls reject with.
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'does not exist';
  if (code === 'EISDIR') return 'is a folder';
  return code === 'EACCES' ? 'cannot be read: this user may not' : `cannot be read (${code})`;
}
