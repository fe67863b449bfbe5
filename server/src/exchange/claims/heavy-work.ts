import { isHeavy } from '../../heavy-turns.js';
import type { Run } from '../services.js';

/** Work on a claim, which has its turn among that of others where the claim is long: hundreds of lines take tens of milliseconds. */
export async function heavyWork<Result>(
  { services, caller }: Run,
  claim: unknown,
  work: () => Result,
): Promise<Result> {
  return isHeavy([claim]) ? services.heavyTurns.run(caller.accountId, work) : work();
}
