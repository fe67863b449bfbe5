import { matchAcknowledgments, type ReceivedInterchangeAcknowledgment } from 'ediloom/acknowledgment';
import { type ClaimState, setAnswers } from 'ediloom/claims';
import { filesNumbered } from '../../resources/claims/answered.js';
import type { ClaimFiles } from '../../store/claim-tables.js';
import { type Answering, isOwn, listed } from './answering.js';
import type { FileItem } from './file-items.js';
import { type ClaimSaid, NOTHING, type Outcome, type SaidOfClaim } from './outcome.js';
import { reasonsOfSet } from './reasons.js';

/** TA105: the number came before. A file that was handed over twice explains it: what became of the first copy is not known by it. */
const DUPLICATE = '025';

interface ReceivedTa1 {
  readonly received: ReceivedInterchangeAcknowledgment;
  readonly at: number;
}

/** A TA1 that refuses a file takes down all its claims; one that accepts says nothing of them. */
export async function tieTa1(answering: Answering, { received, at }: ReceivedTa1): Promise<Outcome> {
  const { services, routes } = answering;
  const { result } = received;
  if (result.verdict !== 'R') return NOTHING;
  const said = { state: 'REJECTED', reasons: reasonsOf(received), at } as const;
  const number = result.controlNumber.trim();
  const interchange = number.padStart(9, '0');
  const files = isNumber(interchange)
    ? await services.store.read((db) => filesNumbered(db, routes, { interchange }))
    : [];
  const [file, ...others] = among(files, result.date);
  const unmatched = {
    ...({ said: 'TA1', candidates: [] } as const),
    content: { said, shown: { interchange: number, code: result.code } },
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

/** What is none is of no file, and may be text that no store takes. */
function isNumber(interchange: string): boolean {
  return /^\d{9}$/.test(interchange);
}

/** Of several under one number those of the day that the TA1 names: it is that of ISA09, which is when the file was made. */
function among(files: readonly ClaimFiles[], date: string): readonly ClaimFiles[] {
  if (files.length < 2) return files;
  const ofDay = files.filter(({ created_at }) => new Date(Number(created_at)).toISOString().startsWith(date));
  return date === '' || ofDay.length === 0 ? files : ofDay;
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
