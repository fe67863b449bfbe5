import { directoryTransport } from 'ediloom/transports';
import Type, { type Static } from 'typebox';
import { closed } from '../../for-kinds.js';
import { joinDirectories } from '../join-directories.js';
import type { OperatorKind } from '../kind.js';
import { SubdirectoryIn, SubdirectoryOut } from '../settings-shapes.js';

const FolderSettings = Type.Object(
  {
    root: Type.String({ minLength: 1, description: 'A directory that exists.' }),
    inboundSubdirectory: Type.Optional(SubdirectoryIn),
    outboundSubdirectory: Type.Optional(SubdirectoryOut),
  },
  closed,
);

/** A directory of this machine. Where the operator keeps it is the operator's alone. */
export const folder: OperatorKind<Static<typeof FolderSettings>> = {
  madeBy: 'operator',
  name: 'folder',
  // The interface has no word of its own for a folder of the operator's.
  publicType: 'BUCKET',
  list: 'folders',
  title: 'a folder of the operator',
  isRemote: false,
  settings: FolderSettings,
  secrets: [],
  open: ({ root, outboundSubdirectory }, { connectionId, journal, clock }) =>
    directoryTransport({
      root,
      connection: connectionId,
      // A name that comes again replaces the file, as it does in a bucket.
      outbound: { directory: `/${joinDirectories(outboundSubdirectory)}`, existing: 'overwrite' },
      journal,
      now: () => new Date(clock.now()),
    }),
};
