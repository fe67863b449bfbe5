import type { Mutable } from '../model/object-maker.js';
import { type AcknowledgmentSegment, segmentOf } from './acknowledgment-segments.js';

/** What one 277CA says of claims that were submitted. */
export interface ClaimAcknowledgment {
  /** In the order of the set. */
  readonly batches: readonly AcknowledgedBatch[];
}

/** The claims of one submission: the information receiver's loop, 2000B. */
export interface AcknowledgedBatch {
  /** TRN02 of 2200B: BHT03 of the 837; `''`: it has none. */
  readonly reference: string;
  /** STC03 of 2200B is U: nothing of the submission was taken. */
  readonly rejectedWhole: boolean;
  /** QTY 90 of 2200B, and QTY AA: claims taken and rejected; absent where the set does not say. */
  readonly accepted?: number | undefined;
  readonly rejected?: number | undefined;
  /** Billing providers all of whose claims were rejected: STC03 of 2200C is U. */
  readonly rejectedProviders: number;
  /** Each 2200D, in order. */
  readonly claims: readonly AcknowledgedClaim[];
}

export interface AcknowledgedClaim {
  /** TRN02: CLM01 of the claim. */
  readonly trackingNumber: string;
  /** REF02 after D9: the number that the claim had in its own REF D9, by which clearinghouses know it; absent: it has none. */
  readonly clearinghouseNumber?: string | undefined;
  /** An STC03 of it is U; those of its lines do not count. */
  readonly isRejected: boolean;
}

interface OpenBatch {
  reference: string;
  rejectedWhole: boolean;
  accepted?: number;
  rejected?: number;
  rejectedProviders: number;
  readonly claims: Mutable<AcknowledgedClaim>[];
}

const CONTAINERS: ReadonlySet<string> = new Set(['heading', 'detail', 'summary', 'segments']);
/** Loops in loops; beyond it nothing is looked for. */
const MAXIMUM_DEPTH = 16;
/** BHT01 of a health care claim acknowledgment; answers to a 276 are 277s, too. */
const CLAIM_ACKNOWLEDGMENT = '0085';
/** HL03 of the levels that say something. */
const RECEIVER = '21';
const PROVIDER = '19';
const PATIENT = 'PT';
/** REF01. */
const CLEARINGHOUSE_NUMBER = 'D9';

/** HL03 by nesting: guide JSON leaves HL segments out whose loops say it; in JSON of a dictionary they stand, and are not nested. */
const LEVELS = ['20', RECEIVER, PROVIDER, PATIENT];

/**
 * What a 277 in guide JSON, of any guide or dictionary, says of claims. Never throws: what is missing or malformed is left out.
 * @returns `undefined` where it is no 277CA (005010X214).
 */
export function decodeClaimAcknowledgment(data: unknown): ClaimAcknowledgment | undefined {
  const reader = new BatchReader();
  let isOne = false;
  for (const found of segmentsIn(data, { depth: 0, levels: 0 })) {
    if (typeof found === 'number') reader.enterLoop(LEVELS[found - 1] ?? '');
    else if (found.tag === 'BHT') isOne = found.element(1) === CLAIM_ACKNOWLEDGMENT;
    else if (isOne) reader.take(found);
  }
  return isOne ? { batches: reader.batches } : undefined;
}

/** Takes segment after segment; the level says whose a TRN, STC or QTY is. */
class BatchReader {
  readonly #batches: OpenBatch[] = [];
  #level = '';
  /** Behind an SVC, until the next claim or level: what is said of a line. */
  #inLine = false;
  /** An STC of the provider was counted. */
  #isRejected = false;
  /** Of the level: its loop, and no HL so far. */
  #byLoop = false;

  /** Those that something is said of. */
  get batches(): readonly AcknowledgedBatch[] {
    return this.#batches.filter(({ reference, claims }) => reference !== '' || claims.length > 0);
  }

  enterLoop(level: string): void {
    this.#enter(level);
    this.#byLoop = true;
  }

  #enter(level: string): void {
    this.#level = level;
    this.#inLine = false;
    this.#isRejected = false;
    if (level !== RECEIVER) return;
    this.#batches.push({ reference: '', rejectedWhole: false, rejectedProviders: 0, claims: [] });
  }

  take(segment: AcknowledgmentSegment): void {
    if (segment.tag === 'HL') {
      const level = segment.element(3);
      // Where the loop has said it, its own HL says it again, wherever it stands.
      if (level !== '' && level !== this.#level) this.#enter(level);
      else if (!this.#byLoop) this.#enter(this.#level);
      this.#byLoop = false;
      return;
    }
    if (segment.tag === 'SVC') this.#inLine = true;
    if (segment.tag === 'TRN') this.#inLine = false;
    if (this.#inLine) return;
    const batch = this.#batches.at(-1);
    if (batch === undefined) return;
    if (this.#level === RECEIVER) takeOfBatch(batch, segment);
    else if (this.#level === PROVIDER && isRejection(segment) && !this.#isRejected) {
      this.#isRejected = true;
      batch.rejectedProviders += 1;
    }
    if (this.#level === PATIENT) takeOfClaim(batch, segment);
  }
}

function takeOfBatch(batch: OpenBatch, segment: AcknowledgmentSegment): void {
  if (segment.tag === 'TRN') batch.reference = segment.element(2);
  else if (isRejection(segment)) batch.rejectedWhole = true;
  else if (segment.tag === 'QTY') {
    const quantity = Number(segment.element(2));
    if (!Number.isSafeInteger(quantity)) return;
    if (segment.element(1) === '90') batch.accepted = quantity;
    if (segment.element(1) === 'AA') batch.rejected = quantity;
  }
}

function takeOfClaim(batch: OpenBatch, segment: AcknowledgmentSegment): void {
  if (segment.tag === 'TRN') batch.claims.push({ trackingNumber: segment.element(2), isRejected: false });
  const claim = batch.claims.at(-1);
  if (claim === undefined) return;
  if (isRejection(segment)) claim.isRejected = true;
  if (segment.tag === 'REF' && segment.element(1) === CLEARINGHOUSE_NUMBER && segment.element(2) !== '') {
    claim.clearinghouseNumber = segment.element(2);
  }
}

/** STC03 U; WQ accepts. */
function isRejection(segment: AcknowledgmentSegment): boolean {
  return segment.tag === 'STC' && segment.element(3) === 'U';
}

interface Place {
  readonly depth: number;
  /** HL loops around it. */
  readonly levels: number;
}

/** In the order of the JSON, which is that of the set; for each HL loop that begins, a number: how many are open by then. */
function* segmentsIn(node: unknown, { depth, levels }: Place): Generator<AcknowledgmentSegment | number> {
  if (depth > MAXIMUM_DEPTH || typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const [, tag, loop] = /_([A-Z][A-Z0-9]{1,2})(_loop)?$/.exec(key) ?? [];
    const isLevel = loop !== undefined && tag === 'HL';
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isLevel) yield levels + 1;
      if (loop !== undefined || CONTAINERS.has(key)) {
        yield* segmentsIn(item, { depth: depth + 1, levels: isLevel ? levels + 1 : levels });
      } else if (tag !== undefined && typeof item === 'object' && item !== null) yield segmentOf(tag, item);
    }
  }
}
