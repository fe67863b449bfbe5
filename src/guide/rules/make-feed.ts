import type { Target } from './resolve-path.js';
import type { Feed, FeedAction } from './rules-plan.js';

/** What brings the values of a target to a program. One literal for all actions: the loop that feeds sees one hidden class. */
export function feedOf(program: number, target: Target, action: FeedAction): Feed {
  // A value that is no composite is its own first component.
  const whole = target.component <= 1;
  const adds = whole && action.kind === 'add' && action.implied === undefined;
  return {
    program,
    target,
    action,
    element: target.element,
    counts: whole && action.kind === 'count' && action.test === undefined ? action.register : -1,
    adds: adds ? action.sum : -1,
    sign: adds ? action.sign : 1,
    keepLast: action.kind === 'count' && action.keepLast,
    needs: action.kind === 'add' && target.plan?.required === true ? action.sum : -1,
  };
}

/** The order in a segment. Kept values first: a comparison may stand in the same segment. Then by element, so that each is read once. */
export function byUse(left: Feed, right: Feed): number {
  const rank = (feed: Feed): number => (feed.action.kind === 'keep' ? 0 : 1);
  return rank(left) - rank(right) || left.target.element - right.target.element;
}
