/** Work that may rest wherever it yields: who must answer others meanwhile runs it a step at a time. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** All of it at a stretch. */
export function finish<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
