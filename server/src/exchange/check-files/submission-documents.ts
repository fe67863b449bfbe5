import type { NewArtifact, PreparedArtifact } from '../../objects/artifacts.js';
import { expiryOf } from '../eligibility/keep-check.js';
import type { Run } from '../services.js';

interface Document extends Pick<NewArtifact, 'name' | 'bytes'> {
  readonly usage: 'input' | 'output';
  /** Milliseconds since 1970; `null`: never. Default: as long as checks are kept. */
  readonly expiresAt?: number | null | undefined;
}

/**
 * Stores an interchange of a submission, encrypted whatever the configuration says.
 * @returns what is left to be inserted.
 */
export async function prepareDocument(run: Run, ownerId: string, document: Document): Promise<PreparedArtifact> {
  const { services, caller } = run;
  const { usage, name, bytes, expiresAt = expiryOf(run) } = document;
  const [prepared] = await services.artifacts.prepare(caller.accountId, [
    {
      ...{ model: 'core-submission', ownerId, type: 'application/edi-x12', sealed: true, usage, name, bytes },
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
  ]);
  if (prepared === undefined) throw new Error('A document was not prepared.');
  return prepared;
}
