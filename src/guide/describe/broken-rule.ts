import type { Finding } from '../../model/finding.js';
import type { RuleNode } from '../../model/guide.js';
import type { GuidePlace } from './guide-place.js';

/** The broken rule, where a node on the way to the place has it. */
export function brokenRule({ rule }: Finding, place: GuidePlace): RuleNode | undefined {
  const { element, composite, segment, loop, section } = place;
  const nodes = [element, composite, segment, loop, section];
  return rule === undefined ? undefined : nodes.flatMap((node) => node?.x12?.rules ?? []).find(({ id }) => id === rule);
}
