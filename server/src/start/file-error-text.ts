/** What a person reads in place of the system's word, and what to do. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write it. Give it to the user of this process, or name another',
  EPERM: 'this user may not read or write it. Give it to the user of this process, or name another',
  ENOENT: 'it is not there, or its folder is not and cannot be made. Name another',
  EEXIST: 'it is there already. Name another',
  ENOTDIR: 'it is, or lies below, a file that is no folder. Name another',
  EISDIR: 'it is a folder. Name a file',
  ENOTEMPTY: 'it is not empty. Name another',
  EROFS: 'its disk is read only. Name another',
  ENOSPC: 'its disk is full. Make room there, or name another',
  EDQUOT: 'the quota of its disk is used up. Make room there, or name another',
  ELOOP: 'its links lead in a circle. Name another',
  ENAMETOOLONG: 'its name is too long. Name another',
  EIO: 'its disk does not read or write. See the log of the system',
};

/** What is wrong with a file or folder that a command was given; `undefined` for an error of another kind. */
export function fileErrorText(error: Error): string | undefined {
  const { code, path, dest, syscall } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const words = code === undefined ? undefined : WORDS[code];
  // What names neither is of a socket; writing into a file that is open has no path.
  if (words === undefined || (path === undefined && syscall !== 'write')) return undefined;
  return `${dest ?? path ?? 'A file that this command writes'} cannot be used: ${words}.`;
}
