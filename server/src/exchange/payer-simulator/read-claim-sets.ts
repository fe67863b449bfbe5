import { createHash } from 'node:crypto';
import type { Engine, EngineEvent } from 'ediloom';
import {
  type AcknowledgmentTree,
  type ClaimCodec,
  type ClaimType,
  type FoundClaim,
  ownAcknowledgment,
} from 'ediloom/claims';
import { envelopeMoment } from '../../clock.js';
import { isObject, type JsonObject } from '../../json.js';
import { type ClaimOrder, claimOrderOf } from './claim-orders.js';

type Interchange = Extract<EngineEvent, { readonly kind: 'interchange' }>;
type Group = Extract<EngineEvent, { readonly kind: 'group' }>;

/** A set of claims as it came, of which only what its answers say is kept. */
export interface ReceivedSet {
  /** From 1, over the whole file. */
  readonly place: number;
  /** From 1: where the engine's acknowledgments have it. */
  readonly interchange: number;
  readonly group: number;
  readonly transaction: number;
  readonly envelope: Interchange['header'];
  readonly codes: Group['header'];
  readonly claims: readonly ReceivedClaim[];
}

export interface ReceivedClaim {
  readonly order: ClaimOrder;
  /** The 277CA of this claim alone. */
  readonly tree: AcknowledgmentTree;
}

export interface ReadingClaims {
  readonly engine: Engine;
  readonly claims: ClaimCodec;
  readonly type: ClaimType;
  readonly at: number;
}

/** The sets of a file with their claims, in order. @throws X12Error where there is none. */
export async function readClaimSets(
  reading: ReadingClaims,
  pieces: AsyncIterable<Uint8Array>,
): Promise<readonly ReceivedSet[]> {
  const sets: ReceivedSet[] = [];
  let envelope: Interchange | undefined;
  let codes: Group | undefined;
  for await (const event of reading.engine.stream(pieces)) {
    if (event.kind === 'interchange') envelope = event;
    if (event.kind === 'group') codes = event;
    if (event.kind !== 'transaction' || envelope === undefined || codes === undefined) continue;
    const { interchange, group, transaction, data } = event;
    const { claims } = reading.claims.decode(data);
    sets.push({
      ...{ place: sets.length + 1, interchange, group, transaction },
      ...{ envelope: envelope.header, codes: codes.header },
      claims: claims.map((claim) => received(reading, claim)),
    });
  }
  return sets;
}

function received({ type, at }: ReadingClaims, { request, transactionId = '' }: FoundClaim): ReceivedClaim {
  const { date, time } = envelopeMoment(at);
  const payer = { name: textIn(request.tradingPartnerName) ?? 'PAYER', id: idIn(request.tradingPartnerServiceId) };
  const number = textIn(partIn(partIn(request, 'claimInformation'), 'claimSupplementalInformation').claimNumber);
  const tree = ownAcknowledgment({
    ...{ type, request, transactionId, sender: payer, broken: [], claimNumber: number ?? '' },
    reportId: hashOf(transactionId, 'report').slice(0, 20).toUpperCase(),
    ...{ date: date.replaceAll('-', ''), time: time.replace(':', '') },
  });
  return { order: claimOrderOf(textIn(partIn(request, 'subscriber').memberId) ?? ''), tree };
}

/** The same for the same words, each time. */
export function hashOf(...words: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}

function partIn(value: JsonObject, name: string): JsonObject {
  const part = value[name];
  return isObject(part) ? (part as JsonObject) : {};
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function idIn(value: unknown): string {
  const id = textIn(value);
  return id === undefined || id.length < 2 ? 'PAYER' : id;
}
