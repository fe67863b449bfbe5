import { findArtifact } from '../../objects/artifact-rows.js';
import { type SubmissionName, submissionNamed } from '../../resources/core-submissions/rows.js';
import { readRows } from '../../store/account-queries.js';
import type { Run } from '../services.js';

/** `none`: not yet, or there is none of this kind; `unknown`: nobody has handed such a file in. */
export type FoundAcknowledgment =
  | { readonly kind: 'found'; readonly id: string; readonly x12: Uint8Array }
  | { readonly kind: 'none' | 'unreadable'; readonly id: string }
  | { readonly kind: 'unknown' };

/** The TA1s or the 999s of a submission, as often as they are asked for. */
export async function findAcknowledgment(
  { services, caller }: Run,
  name: SubmissionName,
  asked: 'TA1' | '999',
): Promise<FoundAcknowledgment> {
  const found = await readRows(services.store, caller.accountId, async (queries) => {
    const row = await submissionNamed(queries, name);
    const artifactId = asked === 'TA1' ? row?.ta1_id : row?.acknowledgment_id;
    return row && { row, document: artifactId ? await findArtifact(queries, artifactId) : undefined };
  });
  if (found === undefined) return { kind: 'unknown' };
  const { row, document } = found;
  if (row.state === 'UNREADABLE') return { kind: 'unreadable', id: row.id };
  if (document === undefined) return { kind: 'none', id: row.id };
  return { kind: 'found', id: row.id, x12: await services.artifacts.read(document) };
}
