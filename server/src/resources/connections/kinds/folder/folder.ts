import { createDirectoryTransport } from 'ediloom/transports';
import { joinDirectories } from '../join-directories.js';
import type { OperatorKind } from '../kind.js';
import { demandFolder } from './demand-folder.js';
import { folderPlan, openFolderInbox } from './polling.js';
import { FolderSettings } from './settings.js';

/** Whoever is to read what is put there is of the same group: the server itself writes for its own user alone. */
const FILE_MODE = '640';

/** A directory of this machine. Where the operator keeps it is the operator's alone. */
export const folder: OperatorKind<FolderSettings> = {
  madeBy: 'operator',
  name: 'folder',
  // The interface has no word of its own for a folder of the operator's.
  publicType: 'BUCKET',
  list: 'folders',
  title: 'a folder of the operator',
  isRemote: false,
  settings: FolderSettings,
  secrets: [],
  demand: demandFolder,
  polling: { planOf: folderPlan, open: openFolderInbox },
  open: ({ root, outboundSubdirectory, fileMode = FILE_MODE }, { connectionId, journal, clock }) =>
    createDirectoryTransport({
      root,
      fileMode: Number.parseInt(fileMode, 8),
      connection: connectionId,
      // A name that comes again replaces the file, as it does in a bucket.
      outbound: { directory: `/${joinDirectories(outboundSubdirectory)}`, existing: 'overwrite' },
      journal,
      now: () => new Date(clock.now()),
    }),
};
