import { existsSync, readFileSync } from 'node:fs';
import { attachRules } from '../../src/guide/overlay/attach-rules.js';
import type { Guide, RuleNode } from '../../src/model/guide.js';

const RULES = new URL('../rules/', import.meta.url);

/** Adds the rules of guides/rules/<id>.json to the nodes that they name; fails when a place does not exist. */
export function mergeRules(guide: Guide, id: string): Guide {
  const file = new URL(`${id}.json`, RULES);
  if (!existsSync(file)) return guide;
  // The file is ours; the made guide is checked as a whole.
  const placed = JSON.parse(readFileSync(file, 'utf8')) as { at: string; rule: RuleNode }[];
  const { guide: merged, missing } = attachRules(guide, placed);
  if (missing.length > 0)
    throw new Error(`guides/rules/${id}.json names places that the guide has not: ${missing.join(', ')}`);
  return merged;
}
