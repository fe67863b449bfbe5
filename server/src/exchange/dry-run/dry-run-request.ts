import type { ProblemDetail } from '../../problems.js';
import { readRows } from '../../store/account-queries.js';
import { chooseFileName } from '../outbound/file-name.js';
import type { OutboundRequest } from '../outbound/outbound-request.js';
import type { OutboundPlan } from '../outbound/plan-interchange.js';
import { draftRequest, pairOf } from '../outbound/prepare-interchange.js';
import type { Run } from '../services.js';

/** What would be made of a request, and with what. */
export interface OutboundRehearsal {
  readonly plan: OutboundPlan;
  readonly findings: readonly ProblemDetail[];
  /** The exact file, with the numbers that are given next; absent where the data are wrong. */
  readonly file?: { readonly name: string; readonly bytes: Uint8Array } | undefined;
}

/** In place of the execution's id, where a name is made of it. */
const NO_EXECUTION = 'dry-run';

/** Does all that sending does but store, spend numbers and deliver. @throws Problem where sending would, but for wrong data. */
export async function rehearse(run: Run, request: OutboundRequest): Promise<OutboundRehearsal> {
  const { services, caller } = run;
  const { plan, drafted: draft } = await draftRequest(run, request);
  if ('refused' in draft) return { plan, findings: draft.refused };
  const nameOf = await chooseFileName(services, caller.accountId, draft, NO_EXECUTION);
  const next = await readRows(services.store, caller.accountId, (queries) =>
    services.controlNumbers.peek(queries, pairOf(plan)),
  );
  const numbers = { interchange: next.interchange, groups: plan.groups.map((_, index) => next.group + index) };
  return { plan, findings: draft.problems, file: { name: await nameOf(numbers), bytes: draft.finish(numbers) } };
}
