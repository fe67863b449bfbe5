import { type GroupHeader, type InterchangeHeader, readInterchanges, type TransactionHeader } from 'ediloom';
import { joinClaimsInSteps } from 'ediloom/claims';
import type { WaitingClaim } from '../../resources/claims/waiting.js';
import type { Services } from '../services.js';

/** A claim that waits, and its 837. */
export interface ClaimBytes {
  readonly claim: WaitingClaim;
  readonly x12: Uint8Array;
}

/** An interchange that goes to a payer. */
export interface FileBytes {
  readonly x12: Uint8Array;
  /** ISA13, nine digits, and GS06. */
  readonly interchangeNumber: string;
  readonly groupNumber: number;
  /** The set of each claim, in their order: ST02, and BHT03. */
  readonly sets: readonly { readonly number: string; readonly transactionId: string }[];
}

interface Joining {
  readonly services: Services;
  readonly accountId: string;
  /** Claims of one set at most. */
  readonly perSet: number;
}

/**
 * The file of claims of one key. One that is alone and has never been sent goes out with the bytes that it was answered for; all others get numbers, which
 * are a gap if the file comes to nothing.
 * @throws X12Error as `joinClaims`.
 */
export async function fileBytesOf(
  joining: Joining,
  claims: readonly [ClaimBytes, ...ClaimBytes[]],
): Promise<FileBytes> {
  const [first] = claims;
  const head = await headOf(first.x12);
  if (claims.length === 1 && Number(first.claim.sending) === 1) {
    return {
      x12: first.x12,
      interchangeNumber: head.interchange.controlNumber,
      groupNumber: Number(head.group.controlNumber),
      sets: [{ number: head.set.controlNumber, transactionId: first.claim.trace_id }],
    };
  }
  const { services, accountId, perSet } = joining;
  const { senderQualifier, senderId, receiverQualifier, receiverId } = head.interchange;
  const pair = { senderQualifier, senderId, receiverQualifier, receiverId };
  // All accounts draw from one counter, as where claims are taken in.
  const numbers = await services.controlNumbers.take('', pair, 1);
  const groupNumber = numbers.groups[0] ?? 1;
  const { bytes, sets } = await services.heavyTurns.runSteps(
    accountId,
    joinClaimsInSteps(
      claims.map(({ x12 }) => x12),
      {
        ...{ interchangeNumber: numbers.interchange, groupNumber },
        ...{ now: services.clock.now(), claimsPerSet: perSet },
      },
    ),
  );
  return {
    x12: bytes,
    interchangeNumber: String(numbers.interchange).padStart(9, '0'),
    groupNumber,
    sets: sets.flatMap(({ number, transactionId, claims }) =>
      Array.from({ length: claims }, () => ({ number, transactionId })),
    ),
  };
}

interface Head {
  readonly interchange: InterchangeHeader;
  readonly group: GroupHeader;
  readonly set: TransactionHeader;
}

/** Of an interchange that was written here. @throws X12Error for what is none. */
async function headOf(x12: Uint8Array): Promise<Head> {
  for await (const event of readInterchanges(x12)) {
    if (event.kind !== 'transaction' || event.groupHeader === undefined) continue;
    return { interchange: event.interchangeHeader, group: event.groupHeader, set: event.header };
  }
  throw new Error('A claim that was taken in has no set.');
}
