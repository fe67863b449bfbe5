import Type, { type Static } from 'typebox';
import { closed } from '../../for-kinds.js';
import { SubdirectoryIn, SubdirectoryOut } from '../settings-shapes.js';

export const FolderSettings = Type.Object(
  {
    root: Type.String({
      minLength: 1,
      maxLength: 4000,
      description: 'A directory that exists, from the root of the file system.',
    }),
    inboundSubdirectory: Type.Optional(SubdirectoryIn),
    outboundSubdirectory: Type.Optional(SubdirectoryOut),
    fileMode: Type.Optional(
      Type.String({ pattern: '^0?[0-7]{3}$', description: 'Permissions of files that are put there. Default 640.' }),
    ),
  },
  closed,
);
export type FolderSettings = Static<typeof FolderSettings>;
