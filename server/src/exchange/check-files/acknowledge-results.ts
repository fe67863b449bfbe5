import { type Engine, isX12Error } from 'ediloom';
import type { AcknowledgmentPolicy } from 'ediloom/acknowledgment';
import { numberedReply } from '../eligibility/answer-inquiry.js';
import type { FileStep } from '../payer-routes/payer-exchange.js';
import type { Run } from '../services.js';
import { hasTooMany } from './count-sets.js';

/** What a payer is told about results that were picked up, and by which step. */
export interface ToldOfResults {
  readonly step: FileStep;
  readonly x12: Uint8Array;
}

interface PickedUp {
  /** With the guides of the results and of the 999. */
  readonly engine: Engine;
  readonly policy?: AcknowledgmentPolicy | undefined;
  readonly x12: Uint8Array;
}

/**
 * A 999 about a file of results, or the TA1 that rejects it: the payer gives the next one, as after a 999.
 * @returns `undefined` where there is none: it cannot be read so far, or is answered by nothing.
 */
export async function acknowledgeResults(
  run: Run,
  { engine, policy, x12 }: PickedUp,
): Promise<ToldOfResults | undefined> {
  const pieces = () => run.services.heavyTurns.pieces(run.caller.accountId, x12);
  try {
    // Each is answered by what is kept of it.
    if (await hasTooMany(pieces())) return undefined;
    const replies = (await engine.acknowledge(pieces(), policy)).flatMap(({ reply }) => reply ?? []);
    const judged = replies.find(({ groups }) => groups.length > 0);
    const reply = judged ?? replies.find(({ acknowledgments }) => acknowledgments.length > 0);
    if (reply === undefined) return undefined;
    const numbered = await numberedReply(run, judged === undefined ? reply : { ...reply, acknowledgments: [] });
    const { bytes } = engine.generate({ interchanges: [numbered] }, { findings: 'report' });
    return { step: judged === undefined ? 'reject-results' : 'acknowledge-results', x12: bytes };
  } catch (error) {
    if (isX12Error(error)) return undefined;
    throw error;
  }
}
