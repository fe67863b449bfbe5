import { changeClaimFile, claimFileItems } from '../../resources/claims/files.js';
import { keepFileForAnswers } from '../../resources/claims/keep-for-answers.js';
import { tellMoves } from '../../resources/claims/told-moves.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import { claimFileJob } from './claim-file-jobs.js';
import { claimFileCounter } from './count-claim-file.js';
import type { Outgoing } from './send-outcomes.js';

/** Claims that are moved by one commit. */
const PORTION = 500;

/** What says that a claim was handed over; once for each sending. */
const DELIVERED = 'delivered';

/**
 * The payer has it: from now on it is handed over to nobody. Where another process has taken this one for dead, and has held the file, it is held no
 * more, and has a job again.
 */
export async function noteSent({ services, file }: Outgoing, at: number): Promise<void> {
  const { store, clock, jobs } = services;
  const { id } = file;
  const sent = { sent_at: at, failure: null, handing_since: null, handed_by: null, updated_at: clock.now() };
  await store.write(async (tx) => {
    const queries = new AccountQueries(tx, file.account_id);
    if (await changeClaimFile(queries, { id, from: 'WRITTEN' }, sent)) return;
    if (await changeClaimFile(queries, { id, from: 'HELD' }, { ...sent, state: 'WRITTEN' })) {
      await jobs.enqueue(queries, claimFileJob(file));
    }
  });
}

/** Moves the claims of a file that the payer has, portion by portion, and then the file: a run that is cut off is done over, which changes nothing. */
export async function tellDelivered(outgoing: Outgoing, signal: AbortSignal): Promise<void> {
  const { services, file } = outgoing;
  const { store, clock } = services;
  const at = Number(file.sent_at);
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const items = await readRows(store, file.account_id, (queries) =>
      claimFileItems(queries, file.id, { after, most: PORTION }),
    );
    const last = items.at(-1);
    if (last === undefined) break;
    after = Number(last.place);
    await store.write((tx) =>
      tellMoves(
        services,
        new AccountQueries(tx, file.account_id),
        items.map(({ claim_id, sending }) => ({
          ...{ claimId: claim_id, state: 'DELIVERED', sending: Number(sending), source: DELIVERED, at },
        })),
      ),
    );
  }
  const count = await claimFileCounter(services, file);
  const isSent = await store.write(async (tx) => {
    const queries = new AccountQueries(tx, file.account_id);
    const now = clock.now();
    const isChanged = await changeClaimFile(
      queries,
      { id: file.id, from: 'WRITTEN' },
      { state: 'SENT', updated_at: now },
    );
    if (isChanged) await keepFileForAnswers(queries, file, now);
    return isChanged;
  });
  if (isSent) count('sent');
}
