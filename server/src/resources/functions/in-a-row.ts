import { Problem } from '../../problems.js';

/** Functions that stand in a row, each of which has caused the next, at most: real pipelines have two or three. */
export const MOST_IN_A_ROW = 5;

export const TOO_DEEP = `${MOST_IN_A_ROW} functions stand before it, each of which has caused the next. Look whether it causes itself.`;

/** @throws Problem `too-many` where one that is called would be one too many. */
export function demandShortRow({ depth = 0 }: { readonly depth?: number | undefined }): number {
  if (depth < MOST_IN_A_ROW) return depth;
  throw new Problem('too-many', `The function was not run: ${TOO_DEEP}`, { code: 'FUNCTIONS_IN_A_ROW' });
}
