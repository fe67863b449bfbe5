import { setTimeout } from 'node:timers/promises';

/** Far beyond what anything takes: only what hangs meets it. */
const PATIENCE_MS = 100_000;
const PAUSE_MS = 50;

/**
 * Asks again and again until there is an answer.
 * @param what it is waited for, for the error.
 * @throws Error when there is none in all that time, with what was seen the last time.
 */
export async function until<Result>(
  what: string,
  ask: () => Promise<Result | undefined>,
  {
    seen = () => '',
    ms = PATIENCE_MS,
    pauseMs = PAUSE_MS,
  }: { readonly seen?: () => unknown; readonly ms?: number; readonly pauseMs?: number } = {},
): Promise<Result> {
  const end = performance.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`Waited in vain for ${what}. Last seen: ${textOf(await seen())}`);
    await setTimeout(pauseMs);
  }
}

function textOf(seen: unknown): string {
  return typeof seen === 'string' ? seen : JSON.stringify(seen, undefined, 1);
}
