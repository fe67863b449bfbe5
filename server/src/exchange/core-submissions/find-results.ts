import { findArtifact } from '../../objects/artifact-rows.js';
import { nextResult } from '../../resources/core-submissions/results.js';
import { type SubmissionName, submissionNamed } from '../../resources/core-submissions/rows.js';
import { readRows } from '../../store/account-queries.js';
import type { Run } from '../services.js';

/**
 * `none`: not yet, none at all, or all of them are acknowledged; `failed`: the batch alone has them; `unknown`: nobody has handed such a file
 * in.
 */
export type FoundResults =
  | { readonly kind: 'found'; readonly id: string; readonly x12: Uint8Array }
  | { readonly kind: 'none' | 'unreadable' | 'failed'; readonly id: string }
  | { readonly kind: 'unknown' };

/** The first part of the results of a submission that nobody has acknowledged, as often as it is asked for. */
export async function findResults({ services, caller }: Run, name: SubmissionName): Promise<FoundResults> {
  const found = await readRows(services.store, caller.accountId, async (queries) => {
    const row = await submissionNamed(queries, name);
    const part = row && (await nextResult(queries, row.id));
    return row && { row, document: part && (await findArtifact(queries, part.artifact_id)) };
  });
  if (found === undefined) return { kind: 'unknown' };
  const { row, document } = found;
  if (row.state === 'UNREADABLE') return { kind: 'unreadable', id: row.id };
  if (row.results_state === 'FAILED') return { kind: 'failed', id: row.id };
  if (document === undefined) return { kind: 'none', id: row.id };
  return { kind: 'found', id: row.id, x12: await services.artifacts.read(document) };
}
