import type { GuideEntry } from 'ediloom/guides';
import { isoTime } from '../../clock.js';
import { type AskedPage, mapPage, type Page, pageOf } from '../../store/page.js';
import type { Guides } from '../../store/tables.js';
import { targetOf } from './definition.js';
import { publishedId } from './guide-id.js';
import type { GuideSummary } from './schemas.js';

/** A guide of an account, as its draft or as it was published. */
export function showGuide(row: Guides, status: GuideSummary['status']): GuideSummary {
  const { kind: _, ...target } = targetOf(row);
  const fragmentPath = status === 'live' ? row.fragment_path : row.draft_fragment_path;
  return {
    id: `${status === 'live' ? 'LIVE' : 'DRFT'}_${row.id}`,
    name: row.name,
    status,
    managedBy: 'customer',
    target,
    ...(row.base === null ? {} : { base: publishedId(row.base) }),
    ...(fragmentPath === null ? {} : { fragmentPath }),
    unpublishedChanges: row.live !== row.draft || row.fragment_path !== row.draft_fragment_path,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    ...(row.published_at === null ? {} : { publishedAt: isoTime(row.published_at) }),
  };
}

/** A guide that comes with the server. */
export function showEntry(entry: GuideEntry): GuideSummary {
  return {
    id: entry.id,
    name: entry.title,
    status: 'live',
    managedBy: 'platform',
    target: {
      standard: 'x12',
      release: entry.version.slice(0, 6),
      transactionSet: entry.set,
      version: entry.version,
    },
    unpublishedChanges: false,
  };
}

/** A page of those, by their ids. They are published: of drafts there is none. */
export function listEntries(
  entries: readonly GuideEntry[],
  status: GuideSummary['status'] | undefined,
  { size, after }: AskedPage,
): Page<GuideSummary> {
  const behind = after === undefined ? '' : String(after[0]);
  const rest = status === 'draft' ? [] : entries.filter(({ id }) => id > behind).sort((a, b) => (a.id < b.id ? -1 : 1));
  const page = pageOf(rest.slice(0, size + 1), size, ({ id }) => [id]);
  return mapPage(page, showEntry);
}
