import type { Feed, Judged } from '../plan/rules-plan.js';

/** The order of feeds in a segment. Kept values first: a comparison may stand in the same segment. Then by element, so that each is read once. */
export function byUse(left: Feed, right: Feed): number {
  const rank = (feed: Feed): number => (feed.action.kind === 'keep' ? 0 : 1);
  return rank(left) - rank(right) || left.target.element - right.target.element;
}

/** The elements that decide in the order in which they were first asked; of each, rules for some of its values before those for any. */
export function byGate(judged: readonly Judged[]): (left: Judged, right: Judged) => number {
  const elements = [...new Set(judged.map(({ element }) => element))].filter((element) => element !== 0);
  const rank = ({ element, values }: Judged): number =>
    element === 0 ? elements.length * 2 : elements.indexOf(element) * 2 + (values === undefined ? 1 : 0);
  const ranks = new Map(judged.map((one) => [one, rank(one)]));
  return (left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0);
}
