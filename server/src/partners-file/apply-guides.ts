import type { Platform } from '../platform.js';
import { createGuide, publishDraft, updateDraft } from '../resources/guides/rows.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { PreparedGuide } from './prepare-guides.js';
import { at, type Changes } from './report.js';

/** Creates and publishes guides, and those that differ from what is published anew. Drafts of others stay. */
export async function applyGuides(
  { clock }: Pick<Platform, 'clock'>,
  queries: AccountQueries,
  guides: readonly PreparedGuide[],
  changes: Changes,
): Promise<void> {
  for (const [index, guide] of guides.entries()) {
    await at(`/guides/${index}`, async () => {
      const { before, prepared, name, fragmentPath } = guide;
      if (before !== undefined && isPublished(guide)) {
        changes.add('guide', name, 'unchanged');
        return;
      }
      const draft =
        before === undefined
          ? await createGuide(queries, clock, prepared, { id: guide.id, name, fragmentPath })
          : await updateDraft(queries, clock, before, prepared, { name, fragmentPath });
      await publishDraft(queries, clock, draft, prepared);
      changes.add('guide', name, before === undefined ? 'created' : 'changed');
    });
  }
}

function isPublished({ before, prepared, fragmentPath }: PreparedGuide): boolean {
  const resolved = prepared.base === undefined ? null : JSON.stringify(prepared.guide);
  return (
    before?.live === prepared.text && before.resolved === resolved && before.fragment_path === (fragmentPath ?? null)
  );
}
