import { Problem, type ProblemDetail } from '../../problems.js';
import { readRows } from '../../store/account-queries.js';
import { chooseFileName } from '../outbound/file-name.js';
import { type Draft, draftInterchange } from '../outbound/generate-interchange.js';
import type { OutboundRequest } from '../outbound/outbound-request.js';
import { type OutboundPlan, planInterchange } from '../outbound/plan-interchange.js';
import { guidesOf } from '../outbound/prepare-interchange.js';
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
export async function rehearse({ services, caller }: Run, request: OutboundRequest): Promise<OutboundRehearsal> {
  const plan = await readRows(services.store, caller.accountId, (queries) =>
    planInterchange(queries, services.guides, caller, request),
  );
  const engine = await services.guides.engineFor(guidesOf(plan));
  const draft = draftOrProblems(() => draftInterchange(engine, plan, request, services.clock.now()));
  if ('problems' in draft && !('finish' in draft)) return { plan, findings: draft.problems };
  const nameOf = await chooseFileName(services, caller.accountId, draft, NO_EXECUTION);
  const { local, partner } = plan.partnership;
  const next = await readRows(services.store, caller.accountId, (queries) =>
    services.controlNumbers.peek(queries, {
      senderQualifier: local.qualifier,
      senderId: local.interchangeId,
      receiverQualifier: partner.qualifier,
      receiverId: partner.interchangeId,
    }),
  );
  const numbers = { interchange: next.interchange, groups: plan.groups.map((_, index) => next.group + index) };
  return { plan, findings: draft.problems, file: { name: await nameOf(numbers), bytes: draft.finish(numbers) } };
}

function draftOrProblems(make: () => Draft): Draft | { readonly problems: readonly ProblemDetail[] } {
  try {
    return make();
  } catch (error) {
    if (error instanceof Problem && error.errors.length > 0) return { problems: error.errors };
    throw error;
  }
}
