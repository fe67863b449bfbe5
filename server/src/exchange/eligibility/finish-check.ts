import type { PreparedArtifact } from '../../objects/artifacts.js';
import { isFinished } from '../../resources/eligibility-checks/rows.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { EligibilityChecks } from '../../store/clearinghouse-tables.js';
import type { SharedWork } from '../../store/shared-work.js';
import type { Run } from '../services.js';
import type { ReturnedCheck } from './ask-routes.js';
import type { CheckOutcome } from './check.js';
import { checkArtifacts, finishing, keepAnswer } from './keep-check.js';
import { storedRouteId } from './sending.js';

/** How what a check came to is committed; whoever answers it does so with its answer. */
export type CommitOutcome = (outcome: CheckOutcome, writes: SharedWork) => Promise<void>;

/** A check whose payer was asked, and how it is committed. */
export interface Finishing {
  readonly run: Run;
  readonly asked: ReturnedCheck;
  readonly commit: CommitOutcome;
  readonly source: EligibilityChecks['source'];
}

/** Keeps what came of it, and commits it. @throws Problem `unavailable` where that could not be stored. */
export async function finishCheck(
  { run, asked, commit, source }: Finishing,
  outcome: CheckOutcome,
): Promise<CheckOutcome> {
  const { services } = run;
  const { id } = outcome;
  const documents = [
    ...(asked.reply.kind === 'answer'
      ? [{ usage: 'payer-answer' as const, name: 'answer.edi', content: asked.reply.x12 }]
      : []),
    { usage: 'response' as const, name: 'response.json', content: outcome.response },
  ];
  const check = {
    id,
    status: outcome.failure === undefined ? ('ANSWERED' as const) : ('FAILED' as const),
    routeId: storedRouteId(asked.route),
    errorCodes: [...new Set(outcome.response.errors.flatMap(({ code }) => code ?? []))],
    failure: outcome.failure ?? null,
    sentAt: asked.sentAt,
    answeredAt: services.clock.now(),
  };
  let artifacts: readonly PreparedArtifact[] | undefined;
  await keepAnswer({
    id,
    commit: async () => {
      // Large ones go into the store of objects, which may be gone for a moment, too.
      artifacts ??= await checkArtifacts(run, id, documents);
      await commit(outcome, finishing(services, { check, artifacts }));
    },
    isKept: () => services.store.read((db) => isFinished(new AccountQueries(db, run.caller.accountId), id)),
  });
  const isRejected = outcome.response.errors.length > 0;
  services.metrics.check(source, outcome.failure ?? (isRejected ? 'rejected' : 'answered'));
  return outcome;
}
