import type { NewArtifact } from '../../objects/artifacts.js';
import { expiryOf } from '../eligibility/keep-check.js';
import type { Run } from '../services.js';

/** An interchange of a submission, encrypted whatever the configuration says, and kept as long as checks are. */
export function documentOf(
  run: Run,
  ownerId: string,
  document: Pick<NewArtifact, 'name' | 'bytes'> & { readonly usage: 'input' | 'output' },
): NewArtifact {
  const expiresAt = expiryOf(run);
  return {
    ...{ model: 'core-submission', ownerId, type: 'application/edi-x12', sealed: true, ...document },
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}
