import { isObject } from '../../json.js';
import { invalid } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { FoundGuide, GuideLibrary } from '../guides/guide-library.js';
import { unknownGuide } from '../guides/load-own.js';

/** The node that fragments fill, and the guide that has it. */
export interface FragmentNode {
  /** Without a prefix, whichever way the guide was named. */
  readonly guideId: string;
  readonly key: string;
}

/** @throws Problem `invalid` where the guide is not there or has no node for fragments. */
export async function fragmentNode(
  queries: AccountQueries,
  library: GuideLibrary,
  guideId: string,
): Promise<FragmentNode> {
  const guide = await library.find(queries, guideId);
  if (guide === undefined) throw unknownGuide();
  return { guideId: guide.id, key: keyOf(guide) };
}

/** The node of a guide that was found. @throws Problem `invalid` where it has none. */
export function keyOf({ id, fragmentPath }: Pick<FoundGuide, 'id' | 'fragmentPath'>): string {
  if (fragmentPath !== undefined) return fragmentPath;
  const text = `Guide ${id} has no node for fragments. Set its fragmentPath and publish it.`;
  throw invalid(text, { code: 'INVALID_CONFIGURATION' });
}

/**
 * The occurrences that a fragment brings: `{ "<key>": [ ... ] }`.
 * @throws Problem `invalid`.
 */
export function occurrencesOf(fragment: unknown, key: string): readonly unknown[] {
  const members = isObject(fragment) ? Object.keys(fragment) : [];
  const list = isObject(fragment) && Object.hasOwn(fragment, key) ? fragment[key] : undefined;
  if (members.length === 1 && Array.isArray(list) && list.length > 0) return list;
  const message = `A fragment is an object with one member, ${key}: a list of what the guide has there.`;
  throw invalid(message, { code: 'VALIDATION_FAILED', errors: [{ message, path: '/fragment' }] });
}
