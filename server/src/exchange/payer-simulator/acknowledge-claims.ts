import type { AcknowledgedInterchange, Engine } from 'ediloom';
import { CLAIMS_ONLY } from '../eligibility/agreements.js';
import { numberedAnswer } from './numbered-answer.js';
import type { ReceivedSet } from './read-claim-sets.js';
import { SPOILT_INTERCHANGE, SPOILT_SET, withElement } from './spoil.js';

export interface AcknowledgingClaims {
  readonly x12: Uint8Array;
  readonly sets: readonly ReceivedSet[];
  readonly at: number;
  readonly pieces: (bytes: Uint8Array) => AsyncIterable<Uint8Array>;
}

export interface ClaimAcknowledgments {
  /** TA1s, an interchange each; `undefined`: none is asked for, and nothing was rejected by one. */
  readonly ta1: Uint8Array | undefined;
  /** 999s, likewise. */
  readonly x999: Uint8Array | undefined;
  /** Which sets are taken, by interchange, group and place there. */
  readonly accepted: readonly AcknowledgedInterchange['accepted'][];
}

/** The acknowledgments of a file of claims, of which what is ordered to be rejected has been spoilt first. */
export async function acknowledgeClaims(
  engine: Engine,
  { x12, sets, at, pieces }: AcknowledgingClaims,
): Promise<ClaimAcknowledgments> {
  const acknowledged = await engine.acknowledge(pieces(asOrdered(x12, sets)), CLAIMS_ONLY);
  const replies = acknowledged.flatMap(({ reply }) => reply ?? []);
  const written = (kind: string, some: typeof replies): Uint8Array | undefined => {
    if (some.length === 0) return undefined;
    const interchanges = some.map((reply, place) => numberedAnswer(reply, { x12, kind, place, at }));
    return engine.generate({ interchanges }, { findings: 'report' }).bytes;
  };
  const ta1s = replies.filter(({ acknowledgments }) => acknowledgments.length > 0);
  const others = replies.filter(({ groups }) => groups.length > 0);
  return {
    ta1: written(
      'TA1',
      ta1s.map((reply) => ({ ...reply, groups: [] })),
    ),
    x999: written(
      '999',
      others.map((reply) => ({ ...reply, acknowledgments: [] })),
    ),
    accepted: acknowledged.map(({ accepted }) => accepted),
  };
}

function asOrdered(x12: Uint8Array, sets: readonly ReceivedSet[]): Uint8Array {
  const told = (does: string) => sets.filter(({ claims }) => claims.some(({ order }) => order.does === does));
  const refused = told('rejected-interchange');
  const rejected = new Set(told('rejected-set').map(({ place }) => place));
  if (refused.length === 0 && rejected.size === 0) return x12;
  // Byte for byte, whatever its encoding is.
  let text = Buffer.from(x12).toString('latin1');
  if (rejected.size > 0) text = withElement(text, SPOILT_SET, (set) => rejected.has(set));
  if (refused.length > 0) text = withElement(text, SPOILT_INTERCHANGE);
  return Buffer.from(text, 'latin1');
}
