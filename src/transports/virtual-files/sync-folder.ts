import { open } from 'node:fs/promises';

type Sync = (folder: string) => Promise<void>;

interface Syncing {
  readonly running: Promise<void>;
  /** Begins when the running one has ended, for all who came meanwhile. */
  next: Promise<void> | undefined;
}

/**
 * Makes the names in a folder safe on disk; Windows has no way to. For the whole process: the disk knows no users, and several trees may
 * have folders in common.
 */
export const syncFolder: Sync = sharedSyncs(process.platform === 'win32' ? async () => {} : syncOnDisk);

/**
 * Who comes while a folder is synced for another waits for the next time, which serves all of them: uploads that end together cost two
 * syncs of their folder, and not one each. What was done before the call is safe when it resolves.
 */
export function sharedSyncs(sync: Sync): Sync {
  const folders = new Map<string, Syncing>();
  const begin = (folder: string): Promise<void> => {
    const syncing: Syncing = { running: sync(folder), next: undefined };
    folders.set(folder, syncing);
    const ended = (): void => {
      if (syncing.next === undefined) folders.delete(folder);
    };
    syncing.running.then(ended, ended);
    return syncing.running;
  };
  return (folder) => {
    const syncing = folders.get(folder);
    if (syncing === undefined) return begin(folder);
    // Its own begins later than this call, whatever becomes of the running one.
    syncing.next ??= syncing.running.catch(() => {}).then(() => begin(folder));
    return syncing.next;
  };
}

async function syncOnDisk(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
