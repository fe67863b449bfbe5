import type { GuideEntry } from 'ediloom/guides';
import { isoTime } from '../../clock.js';
import type { Guides } from '../../store/tables.js';
import { targetOf } from './rows.js';
import type { GuideSummary } from './schemas.js';

/** A guide of an account, as its draft or as it was published. */
export function presentGuide(row: Guides, status: GuideSummary['status']): GuideSummary {
  const { kind: _, ...target } = targetOf(row);
  const fragmentPath = status === 'live' ? row.fragment_path : row.draft_fragment_path;
  return {
    id: `${status === 'live' ? 'LIVE' : 'DRFT'}_${row.id}`,
    name: row.name,
    status,
    managedBy: 'customer',
    target,
    ...(row.base === null ? {} : { base: row.base }),
    ...(fragmentPath === null ? {} : { fragmentPath }),
    unpublishedChanges: row.live !== row.draft || row.fragment_path !== row.draft_fragment_path,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    ...(row.published_at === null ? {} : { publishedAt: isoTime(row.published_at) }),
  };
}

/** A guide that comes with the server. */
export function presentEntry(entry: GuideEntry): GuideSummary {
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
