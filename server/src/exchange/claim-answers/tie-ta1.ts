import { matchAcknowledgments, type ReceivedInterchangeAcknowledgment } from 'ediloom/acknowledgment';
import { type ClaimState, setAnswers } from 'ediloom/claims';
import type { ClaimFiles } from '../../store/claim-tables.js';
import { type Answering, isOwn, listed } from './answering.js';
import type { FileItem } from './file-items.js';
import { type ClaimSaid, NOTHING, type Outcome, type SaidOfClaim } from './outcome.js';
import { reasonsOfSet } from './reasons.js';

/** TA105: the number came before. A file that was handed over twice explains it: what became of the first copy is not known by it. */
const DUPLICATE = '025';

export interface ReceivedTa1 {
  readonly received: ReceivedInterchangeAcknowledgment;
  readonly at: number;
}

/** ISA13 that a TA1 names, nine digits; `undefined`: what is none is of no file, and may be text that no store takes. */
export function interchangeNumberIn({ received: { result } }: ReceivedTa1): string | undefined {
  const interchange = result.controlNumber.trim().padStart(9, '0');
  return /^\d{9}$/.test(interchange) ? interchange : undefined;
}

/**
 * A TA1 that refuses a file takes down all its claims; one that accepts says nothing of them.
 * @param numbered files of the number that it names.
 */
export async function tieTa1(
  answering: Answering,
  ta1: ReceivedTa1,
  numbered: readonly ClaimFiles[],
): Promise<Outcome> {
  const { received, at } = ta1;
  const { result } = received;
  if (result.verdict !== 'R') return NOTHING;
  const said = { state: 'REJECTED', reasons: reasonsOf(received), at } as const;
  const [file, ...others] = await ofMoment(answering, numbered, result);
  const unmatched = {
    ...({ said: 'TA1', candidates: [] } as const),
    content: { said, shown: { interchange: result.controlNumber.trim(), code: result.code } },
  };
  if (file === undefined) return listed(answering, { ...unmatched, why: 'none' });
  if (result.code === DUPLICATE) return listed(answering, { ...unmatched, why: 'duplicate' });
  if (others.length > 0) return listed(answering, { ...unmatched, why: 'several' });
  if (!isOwn(answering, file)) return NOTHING;
  const claims = await claimsOf(answering, file, {
    ...{ stateOf: () => said.state, whyOf: () => said.reasons, saidOf: () => said },
  });
  return claims.length === 0 ? NOTHING : { kind: 'claims', claims };
}

/**
 * Those that were sent at the moment that the TA1 repeats (TA102 and TA103, which are ISA09 and ISA10): a number that comes again, or that others send
 * under, too, takes down nothing else. Of one whose bytes are gone nobody knows; a person decides.
 */
async function ofMoment(
  { moments }: Answering,
  files: readonly ClaimFiles[],
  { date, time }: ReceivedInterchangeAcknowledgment['result'],
): Promise<readonly ClaimFiles[]> {
  const sent: ClaimFiles[] = [];
  for (const file of files) {
    const moment = await moments.of(file);
    if (moment !== undefined && moment.date === date && moment.time === time) sent.push(file);
  }
  return sent;
}

function reasonsOf(received: ReceivedInterchangeAcknowledgment): string {
  const header = { ...received.interchange, controlNumber: received.result.controlNumber };
  const sets = [{ header: { transactionSet: '837', controlNumber: '1' } }];
  const [answered] = setAnswers(
    matchAcknowledgments([{ header, groups: [{ transactions: sets }] }], { interchanges: [received], groups: [] }),
  );
  return reasonsOfSet('TA1', answered?.reasons ?? [], () => false);
}

interface SaidOfFile {
  /** `undefined`: nothing. */
  readonly stateOf: (item: FileItem) => ClaimState | undefined;
  /** Its reasons, as they can be compared. */
  readonly whyOf: (item: FileItem) => string;
  /** The whole of it, worded for those alone of which it is new. */
  readonly saidOf: (item: FileItem, state: ClaimState) => SaidOfClaim;
}

/** All claims of a file of which something new is said. */
export async function claimsOf(
  { items, acknowledged }: Answering,
  file: ClaimFiles,
  { stateOf, whyOf, saidOf }: SaidOfFile,
): Promise<readonly ClaimSaid[]> {
  const [accountId, since] = [file.account_id, Number(file.created_at)];
  return (await items.of(file)).flatMap((item) => {
    const state = stateOf(item);
    if (state === undefined || !acknowledged.tell(item, state, whyOf(item))) return [];
    const claim = { accountId, claimId: item.claim_id, sending: item.sending, since };
    return [{ claim, said: saidOf(item, state) }];
  });
}
