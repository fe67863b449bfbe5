import { requireForm } from '../../model/check-options.js';
import { isX12Error, X12Error } from '../../model/error.js';
import type { ClaimClock } from '../claim-codec-types.js';
import { type ClaimsPerSet, checkedClaimsPerSet, keyOf } from './join-key.js';
import { type JoinedHeader, joinedHeader } from './joined-header.js';
import { SegmentBytes } from './segment-bytes.js';
import { elementsOf, type SingleClaim, SingleClaimReader } from './single-claim.js';

// A claim goes out as it was judged: nothing here reads it but for its levels, and segments are copied byte by byte.

/** The numbers and the moment of a file of claims, and how many of them share a set. */
export interface JoinClaimsOptions extends ClaimClock, ClaimsPerSet {
  /** ISA13, 1 to 999999999; written with nine digits. */
  readonly interchangeNumber: string | number;
  /** GS06, 1 to 999999999. */
  readonly groupNumber: string | number;
}

export interface JoinedClaims {
  /** One interchange with one group. */
  readonly bytes: Uint8Array;
  /** Its sets, in their order. */
  readonly sets: readonly JoinedSet[];
}

export interface JoinedSet {
  /** ST02: four digits or more. */
  readonly number: string;
  /** BHT03: that of the first claim of the set, which stands for all of them. */
  readonly transactionId: string;
  /** How many claims it has, in the order in which they were given. */
  readonly claims: number;
}

/** GE01 has six digits. */
const MOST_SETS = 999_999;

/**
 * Joins claims, each in an interchange of its own, into one interchange with one group: the ISA and the GS of the first with other numbers
 * and another moment, the sets numbered from 0001. Where claims share a set they share the ST, the BHT, 1000A and 1000B of its first, and
 * HL01 and HL02 go on counting from claim to claim. All other segments go out byte for byte, in the order given; behind each stands the line
 * break of the first ISA. Time is linear, and memory is that of the output.
 * @param interchanges claims of one {@link claimJoinKey}. Not changed.
 * @throws X12Error `X12_OPTION_INVALID` where there is nothing to join, and for a number, a moment or a claimsPerSet out of range;
 * `X12_DATA_INVALID` where one is not one claim, has another key than the first, or an HL02 that names no HL before it; what the tokenizer
 * throws. `details.claim` says which one it is, from 1.
 */
export function joinClaims(interchanges: readonly Uint8Array[], options: JoinClaimsOptions): JoinedClaims {
  requireForm('joinClaims', 'interchanges', interchanges, 'list');
  requireForm('joinClaims', 'options', options, 'object');
  const steps = joinClaimsInSteps(interchanges, options);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The same, a claim a step: who serves others meanwhile rests between them. It returns what `joinClaims` does, and throws as that. */
export function* joinClaimsInSteps(
  interchanges: readonly Uint8Array[],
  options: JoinClaimsOptions,
): Generator<undefined, JoinedClaims, undefined> {
  requireForm('joinClaimsInSteps', 'interchanges', interchanges, 'list');
  requireForm('joinClaimsInSteps', 'options', options, 'object');
  const claimsPerSet = checkedClaimsPerSet(options);
  const header = joinedHeader(options);
  if (interchanges.length > claimsPerSet * MOST_SETS) {
    throw refused(`A group has at most ${MOST_SETS} sets. Join fewer claims.`, 'interchanges');
  }
  const size = interchanges.reduce((sum, { length }) => sum + length, 0);
  const reader = new SingleClaimReader();
  let file: ClaimFile | undefined;
  for (const [at, interchange] of interchanges.entries()) {
    try {
      const claim = reader.read(interchange);
      file ??= new ClaimFile(claim, header, { claimsPerSet, size });
      file.add(claim);
    } catch (error) {
      throw isX12Error(error) ? ofClaim(error, at + 1) : error;
    }
    yield;
  }
  if (file === undefined) throw refused('There is no claim to join.', 'interchanges');
  return file.end();
}

interface OpenSet {
  readonly number: string;
  readonly transactionId: string;
  /** How many segments of the file stand before its ST. */
  readonly before: number;
  claims: number;
  levels: number;
}

class ClaimFile {
  readonly #header: JoinedHeader;
  readonly #claimsPerSet: number;
  readonly #key: string;
  readonly #out: SegmentBytes;
  readonly #sets: JoinedSet[] = [];
  #set: OpenSet | undefined;

  constructor(
    first: SingleClaim,
    header: JoinedHeader,
    { claimsPerSet, size }: { claimsPerSet: number; size: number },
  ) {
    this.#header = header;
    this.#claimsPerSet = claimsPerSet;
    this.#key = keyOf(first, claimsPerSet);
    this.#out = new SegmentBytes(size, first);
    this.#out.write(changed(elementsOf(first, first.isa), header.isa));
    this.#out.write(changed(elementsOf(first, first.gs), header.gs));
  }

  add(claim: SingleClaim): void {
    if (keyOf(claim, this.#claimsPerSet) !== this.#key) {
      const text =
        'This claim cannot go in one file with the first: they have different keys. Join claims of one claimJoinKey.';
      throw new X12Error('X12_DATA_INVALID', text);
    }
    if (this.#set?.claims === this.#claimsPerSet) this.#endSet(this.#set);
    this.#set ??= this.#beginSet(claim);
    this.#set.claims++;
    this.#addLevels(claim, this.#set);
  }

  end(): JoinedClaims {
    if (this.#set !== undefined) this.#endSet(this.#set);
    this.#out.write(['GE', String(this.#sets.length), this.#header.groupNumber]);
    this.#out.write(['IEA', '1', this.#header.interchangeNumber]);
    return { bytes: this.#out.take(), sets: this.#sets };
  }

  #beginSet(first: SingleClaim): OpenSet {
    const number = String(this.#sets.length + 1).padStart(4, '0');
    const before = this.#out.count;
    this.#out.write(changed(elementsOf(first, first.st), new Map([[2, number]])));
    this.#out.copy(first.bytes, first.bht);
    for (const span of first.parties) this.#out.copy(first.bytes, span);
    const transactionId = elementsOf(first, first.bht)[3] ?? '';
    return { number, transactionId, before, claims: 0, levels: 0 };
  }

  #endSet({ number, transactionId, before, claims }: OpenSet): void {
    this.#out.write(['SE', String(this.#out.count - before + 1), number]);
    this.#sets.push({ number, transactionId, claims });
    this.#set = undefined;
  }

  #addLevels(claim: SingleClaim, set: OpenSet): void {
    const numbers = new Map<string, string>();
    for (const span of claim.levels) {
      // A claim that has its set for itself has its own numbers.
      if (span.tag !== 'HL' || this.#claimsPerSet === 1) {
        this.#out.copy(claim.bytes, span);
        continue;
      }
      const level = elementsOf(claim, span);
      const [, own = '', parent = ''] = level;
      const above = parent === '' ? '' : numbers.get(parent);
      if (above === undefined) throw new X12Error('X12_DATA_INVALID', 'HL02 names no HL before it.');
      const number = String(++set.levels);
      numbers.set(own, number);
      this.#out.write(
        changed(
          level,
          new Map([
            [1, number],
            [2, above],
          ]),
        ),
      );
    }
  }
}

/** Elements with others in their places. */
function changed(elements: readonly string[], values: ReadonlyMap<number, string>): readonly string[] {
  return elements.map((value, at) => values.get(at) ?? value);
}

function ofClaim(cause: X12Error, claim: number): X12Error {
  return new X12Error(cause.code, `Claim ${claim}: ${cause.message}`, { cause, details: { ...cause.details, claim } });
}

function refused(text: string, option: string): X12Error {
  return new X12Error('X12_OPTION_INVALID', text, { details: { option } });
}
