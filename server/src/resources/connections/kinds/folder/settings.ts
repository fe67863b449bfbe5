import Type, { type Static } from 'typebox';
import { closed } from '../../for-kinds.js';
import { Directory, InboundFileEncoding, SubdirectoryIn, SubdirectoryOut } from '../settings-shapes.js';

export const FolderSettings = Type.Object(
  {
    root: Type.String({
      minLength: 1,
      maxLength: 4000,
      description: 'A directory that exists, from the root of the file system.',
    }),
    inboundSubdirectory: Type.Optional(SubdirectoryIn),
    outboundSubdirectory: Type.Optional(SubdirectoryOut),
    archiveSubdirectory: Type.Optional(
      Directory('Below root: where files are moved once they were picked up, in place of deleteAfterRetrieval.'),
    ),
    deleteAfterRetrieval: Type.Optional(
      Type.Boolean({
        description:
          'Whether a file is removed once it was picked up. Default false: it stays, and is not picked up again.',
      }),
    ),
    filterPattern: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Regular expression of the whole names that are picked up. Default: all.',
      }),
    ),
    inboundFileEncoding: Type.Optional(InboundFileEncoding),
    fileMode: Type.Optional(
      Type.String({ pattern: '^0?[0-7]{3}$', description: 'Permissions of files that are put there. Default 640.' }),
    ),
  },
  closed,
);
export type FolderSettings = Static<typeof FolderSettings>;
