import type { Caller } from '../../caller.js';
import { isObject } from '../../json.js';
import { invalid } from '../../problems.js';
import { keyOf, occurrencesOf } from '../../resources/fragments/fragment-key.js';
import { fragmentsOf, openFragmentGroup } from '../../resources/fragments/rows.js';
import { publishedId } from '../../resources/guides/guide-id.js';
import type { KnownGuide } from '../../resources/guides/guide-library.js';
import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { FragmentGroups } from '../../store/tables.js';
import type { OutboundPlan } from './plan-interchange.js';

/**
 * The transaction with all fragments of a group in their place, and the group as it was before they were read.
 * @throws Problem `not-found` for an unknown group, `conflict` for one that was sent, `invalid` where it does not fit.
 */
export async function withFragments(
  queries: AccountQueries,
  caller: Pick<Caller, 'mode'>,
  plan: OutboundPlan,
  transaction: unknown,
  { groupId, payloads }: { readonly groupId: string; readonly payloads: PayloadColumns },
): Promise<{ readonly whole: unknown; readonly group: FragmentGroups }> {
  // Read before its fragments: what comes between the two raises the version, so that the group is not sent without it.
  const group = await openFragmentGroup(queries, caller, groupId);
  const guide = plan.groups[0]?.guide;
  // The fragments were checked against this guide's node when they came.
  if (guide === undefined || guide.id !== group.guide_id) {
    const text = `The fragments are for guide ${publishedId(group.guide_id)}, and the transaction setting has another.`;
    throw invalid(text, { code: 'INVALID_CONFIGURATION' });
  }
  const key = keyOf(guide);
  const section = sectionOf(guide, key);
  const fragments = await fragmentsOf(queries, payloads, groupId);
  const occurrences = fragments.flatMap((fragment) => occurrencesOf(fragment, key));
  return { whole: inserted(transaction, section, key, occurrences), group };
}

/** The section of guide JSON (heading, detail, summary) that has the node. */
function sectionOf({ guide }: KnownGuide, key: string): string {
  const found = Object.entries(guide.properties).find(([, section]) => Object.hasOwn(section.properties, key));
  if (found === undefined) throw invalid('The guide has no such node any more.', { code: 'INVALID_CONFIGURATION' });
  return found[0];
}

// Where the fragments go, the transaction has nothing, or an empty list or object.
function inserted(transaction: unknown, section: string, key: string, occurrences: readonly unknown[]): unknown {
  const given = isObject(transaction) ? transaction : {};
  const before = isObject(given[section]) ? given[section] : {};
  const there = before[key];
  if (there !== undefined && Object.keys(Object(there)).length > 0) {
    const message = `The fragments go to /${section}/${key}: leave it empty.`;
    throw invalid(message, { errors: [{ message, path: `/transaction/${section}/${key}` }] });
  }
  return { ...given, [section]: { ...before, [key]: occurrences } };
}
