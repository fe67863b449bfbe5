import type { Transport } from '../../../src/delivery/transport.js';
import type { ArrivedFile, HarnessOptions, TransportHarness } from '../../../src/testing/transport-harness.js';
import type { RemoteFiles } from '../../../src/transports/files/remote-files.js';
import type { VirtualFiles } from '../../../src/transports/virtual-files/virtual-files.js';

/** A partner whose files can be looked at through the port: the outbox in `/out`, the inbox in `/in`. */
export function virtualHarness(
  files: VirtualFiles,
  transport: (options?: HarnessOptions) => Transport | Promise<Transport>,
): TransportHarness {
  return {
    transport,
    arrived: () => arrivedIn(files, '/out'),
    place: (name, bytes) => putFile(files, `/in/${name}`, bytes),
    inbox: async () => (await files.list('/in')).map(({ name }) => name),
  };
}

/** All files under names that are not hidden, as a partner's program would look for them. */
export async function arrivedIn(files: VirtualFiles, directory: string): Promise<readonly ArrivedFile[]> {
  const entries = (await files.stat(directory)) === undefined ? [] : await files.list(directory);
  const names = entries.map(({ name }) => name).filter((name) => !name.startsWith('.tmp-'));
  return Promise.all(names.map(async (name) => ({ name, bytes: await getFile(files, `${directory}/${name}`) })));
}

export async function getFile(files: VirtualFiles, path: string): Promise<Uint8Array> {
  const file = await files.open(path, 'read');
  try {
    return await file.read(0, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

export async function putFile(files: VirtualFiles, path: string, bytes: Uint8Array): Promise<void> {
  const file = await files.open(path, 'replace');
  await file.write(0, bytes);
  await file.close();
}

/** A session that is, at each call, what `now` gives: what a server is like may change while a session is kept. */
export function switching(now: () => RemoteFiles): RemoteFiles {
  return {
    get renameModes() {
      return now().renameModes;
    },
    get refusesTakenNames() {
      return now().refusesTakenNames;
    },
    get facts() {
      return now().facts;
    },
    list: (directory, signal) => now().list(directory, signal),
    stat: (path, signal) => now().stat(path, signal),
    write: (path, bytes, signal) => now().write(path, bytes, signal),
    read: (path, options) => now().read(path, options),
    rename: (from, to, mode, signal) => now().rename(from, to, mode, signal),
    remove: (path, signal) => now().remove(path, signal),
    rest: () => now().rest(),
    wake: () => now().wake(),
    close: () => now().close(),
  };
}
