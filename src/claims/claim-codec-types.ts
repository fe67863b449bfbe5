import type { OneSetDocument, OneSetEnvelope } from '../envelope/one-set.js';
import type { MappingNote } from '../mapping/notes.js';
import type { Delimiters } from '../model/delimiters.js';
import type { JsonObject } from '../model/json.js';
import type { FormProblem } from './check-claim.js';
import type { ClaimWarning } from './claim-problem.js';
import type { FoundClaim, TreeOptions } from './claim-tree.js';
import type { ClaimType } from './claim-type.js';
import type { BrokenEdit } from './edits/judge-claim.js';
import type { ClaimNumbers } from './fill-claim.js';
import type { PrepareOptions } from './prepare-claim.js';
import type { ReaddressedClaim, ReaddressOptions } from './readdress-claim.js';

export interface EncodeClaimOptions extends OneSetEnvelope, ClaimNumbers, ClaimClock, PrepareOptions {
  /** BHT03: your own id, by which answers name the claim; another one for each claim, for ever. At most 50 characters. */
  readonly transactionId: string;
  /** ISA15. Default: `usageIndicator` of the request, else `P`. */
  readonly usage?: 'P' | 'T' | 'I';
  readonly delimiters?: Delimiters;
}

/** The moment at which a claim is judged and dated. */
export interface ClaimClock {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly now: number;
  /** IANA name of the zone of dates and times. Default UTC. */
  readonly timeZone?: string | undefined;
}

/** What became of a request. */
export interface EncodedClaim extends CheckedClaim {
  /** For `generate` of an engine. Absent when there are problems or errors. */
  readonly document?: OneSetDocument;
  /** REF 6R of the lines, in their order; empty where a line has none. */
  readonly lineNumbers: readonly string[];
}

/** What a request breaks. */
export interface CheckedClaim {
  /** The request in normal form, as it was judged and is sent. Absent when there are problems. */
  readonly request?: JsonObject;
  /** What is wrong with its form; then nothing else was judged. */
  readonly problems: readonly FormProblem[];
  /** Rules that the claim breaks, all at once: it may not be sent. */
  readonly errors: readonly BrokenEdit[];
  /** What was repaired, moved or is not sent, and rules that only advise. */
  readonly warnings: readonly ClaimWarning[];
}

export interface MakeClaimOptions extends ClaimNumbers, ClaimClock {
  /** BHT03, as of `encode`. */
  readonly transactionId: string;
}

/** A claim as guide JSON, judged before. */
export interface MadeClaim {
  /** For `transactions` of a document. */
  readonly transaction: { readonly guide: string; readonly data: JsonObject };
  /** What the set has no room for: with one of these it may not be sent. */
  readonly errors: readonly BrokenEdit[];
  /** REF 6R of the lines, in their order; empty where a line has none. */
  readonly lineNumbers: readonly string[];
}

/** A claim as guide JSON, unjudged. */
export interface WrittenClaim {
  /** For `transactions` of a document. */
  readonly transaction: { readonly guide: string; readonly data: JsonObject };
  readonly warnings: readonly ClaimWarning[];
  /** What had no room in the set, by JSON pointer into the tree. */
  readonly notes: readonly MappingNote[];
}

/** A claim of a set, and the rules that it breaks; each with its place in the set. */
export interface JudgedSetClaim extends FoundClaim, Pick<CheckedClaim, 'warnings'> {
  /** The request in normal form, repaired as one that comes as JSON. */
  readonly normal: JsonObject;
  /** Of the set as it is: nobody repairs it, so that what a request would have repaired is told here. */
  readonly errors: readonly BrokenSetEdit[];
}

export interface BrokenSetEdit extends BrokenEdit {
  /** Loop, segment and element, such as `2400[2]/SV1/02`, as {@link elementOf} has it. */
  readonly element: string | undefined;
}

/** Requests in JSON and 837s in guide JSON, both ways. */
export interface ClaimCodec {
  readonly type: ClaimType;
  /** Repairs, judges and makes the document of one interchange with one set. Never throws for data. */
  encode(request: unknown, options: EncodeClaimOptions): EncodedClaim;
  /** Repairs and judges, and makes nothing: for a form that is filled in. Never throws for data. */
  check(request: unknown, options: ClaimClock & PrepareOptions): CheckedClaim;
  /** The set of a request that `check` has found sound: for who puts it into an interchange of their own. Never throws for data. */
  make(request: JsonObject, options: MakeClaimOptions): MadeClaim;
  /**
   * All claims of a set, in its order. What breaks the standard is passed on.
   * @throws X12Error `X12_DATA_INVALID` for what is no data of a set.
   */
  decode(data: JsonObject): { readonly claims: readonly FoundClaim[]; readonly notes: readonly MappingNote[] };
  /** The same, each claim judged by all rules of a request, but as it stands: nothing is repaired before. Throws as `decode` does. */
  judge(data: JsonObject, clock: ClaimClock): readonly JudgedSetClaim[];
  /**
   * The claim of a set that has no other, as it came, with numbers and ids of whoever sends it on. Never throws for data.
   * @param claim as `judge` or `decode` has found it there.
   */
  readdress(data: JsonObject, claim: FoundClaim, options: ReaddressOptions): ReaddressedClaim;
  /** Repairs and writes without judging: what is wrong is written as it is. */
  write(request: JsonObject, options: TreeOptions): WrittenClaim;
}
