import Type, { type Static } from 'typebox';
import { oneOf } from '../../schemas/shapes.js';

/** What is kept of an execution, a transaction or a fault. */
export const Artifact = Type.Object(
  {
    artifactType: Type.String({ description: 'Media type: `application/edi-x12`, `application/json`.' }),
    usage: oneOf(['input', 'output', 'metadata', 'attachment'], {
      description:
        'What the document was to its owner: what came in, what was made, what its envelopes say, what goes along.',
    }),
    sizeBytes: Type.Number({ description: 'Size in bytes.' }),
    url: Type.String({ description: 'Needs a key; leads to an address that is good for five minutes and needs none.' }),
    model: oneOf(['execution', 'transaction', 'fragment', 'fault'], { description: 'What the document belongs to.' }),
  },
  { title: 'Artifact', description: 'A document that is kept: its size, and where it is read.' },
);
export type Artifact = Static<typeof Artifact>;

export const Artifacts = Type.Array(Artifact, { description: 'Its documents.' });

export const DocumentLink = Type.Object(
  { documentDownloadUrl: Type.String({ description: 'Good for five minutes; needs no key.' }) },
  { title: 'DocumentLink', description: 'Where the document is read.' },
);
