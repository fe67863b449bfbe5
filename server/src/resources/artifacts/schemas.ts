import Type, { type Static } from 'typebox';
import { oneOf } from '../../schemas/common.js';

/** What is kept of an execution, a transaction or a fault. */
export const Artifact = Type.Object({
  artifactType: Type.String(),
  usage: oneOf(['input', 'output', 'metadata', 'attachment']),
  sizeBytes: Type.Number(),
  url: Type.String({ description: 'Needs a key; leads to an address that is good for five minutes and needs none.' }),
  model: oneOf(['execution', 'transaction', 'fragment', 'fault']),
});
export type Artifact = Static<typeof Artifact>;

export const DocumentLink = Type.Object({
  documentDownloadUrl: Type.String({ description: 'Good for five minutes; needs no key.' }),
});
