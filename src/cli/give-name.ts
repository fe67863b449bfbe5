import { link, open, rename, rm } from 'node:fs/promises';

/** What a file system answers that has no hard links: exFAT, some SMB and FUSE mounts. */
const NO_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
  'EACCES',
]);

/**
 * Gives a finished file its name, which must be free: unlike a rename, a link never replaces what is there. Without hard links the name is
 * taken by an empty file first, which no second writer can make, and then renamed over. The old name may be left: remove it.
 * @throws what the file system says: `EEXIST` where the name is taken.
 */
export async function giveFreeName(part: string, file: string, makeLink: typeof link = link): Promise<void> {
  try {
    await makeLink(part, file);
  } catch (error) {
    if (!NO_LINKS.has(errorCodeOf(error))) throw error;
    await (await open(file, 'wx')).close();
    await rename(part, file).catch(async (cause: unknown) => {
      await rm(file, { force: true });
      throw cause;
    });
  }
}

/** `ENOSPC`; empty for what is no error of the system. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
