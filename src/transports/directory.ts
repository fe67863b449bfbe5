import { resolve } from 'node:path';
import type { Transport } from '../delivery/transport.js';
import { defineTransport } from './define-transport.js';
import type { FileTransportSettings } from './files/file-transport.js';
import { remoteOfVirtual } from './files/remote-of-virtual.js';
import { createDirectoryFiles, type DirectoryFilesOptions } from './virtual-files/directory-files.js';

export interface DirectoryTransportOptions extends FileTransportSettings, DirectoryFilesOptions {
  /**
   * A directory on disk that exists. The directories of `outbound` and `inbound` are paths below it, such as `/out`, and exist
   * too; nothing outside is reached.
   */
  readonly root: string;
}

/**
 * A partner who shares a directory: another program on this machine, a mounted volume. What is delivered is safe on disk before
 * it has its final name.
 * @throws X12Error `X12_OPTION_INVALID`.
 */
export const createDirectoryTransport: (options: DirectoryTransportOptions) => Transport = defineTransport<
  DirectoryFilesOptions & { readonly root: string }
>({
  kind: 'directory',
  options: { root: 'needed', fileMode: 'optional', directoryMode: 'optional' },
  open: ({ root, fileMode, directoryMode }) => {
    const files = createDirectoryFiles(root, { fileMode, directoryMode });
    return async () => remoteOfVirtual(files, { root: resolve(root) });
  },
});
