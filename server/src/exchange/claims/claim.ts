import type { TransactionDocument } from 'ediloom';
import type { BrokenEdit, CheckedClaim, ClaimType, ClaimWarning, FoundClaim } from 'ediloom/claims';

/** A claim as it is handed in. */
export type ClaimInput = JsonClaim | X12Claim;

export interface JsonClaim extends HandedIn {
  readonly source: 'json';
  readonly request: unknown;
}

/** One interchange with one 837 with one claim. */
export interface X12Claim extends HandedIn {
  readonly source: 'raw-x12';
  readonly x12: string;
}

interface HandedIn {
  readonly type: ClaimType;
  /** Where claims of another type are handed in, in words, for who has brought one of those. */
  readonly placeFor: (other: ClaimType) => string;
}

/** Whatever way it came: a claim whose form is right, judged by the rules that claims keep. */
export interface ReadClaim {
  readonly type: ClaimType;
  readonly source: ClaimInput['source'];
  /** In normal form. */
  readonly request: NonNullable<CheckedClaim['request']>;
  /** The id of its payer, as it was given. */
  readonly payerId: string;
  /** Rules that it breaks. */
  readonly errors: readonly PlacedError[];
  readonly warnings: readonly ClaimWarning[];
  /** What it says to be: `T` or `P`. */
  readonly usage: string | undefined;
  /** The sender's own: `controlNumber` of the request, ISA13. */
  readonly controlNumber: string | undefined;
  readonly raw?: RawClaim | undefined;
}

/** A broken rule and where that is: a JSON pointer, or loop, segment and element. */
export interface PlacedError extends Pick<BrokenEdit, 'id' | 'status' | 'text'> {
  readonly location: string;
}

/** A claim as its sender wrote it. */
export interface RawClaim {
  readonly set: TransactionDocument;
  readonly found: FoundClaim;
  /** ISA05 and ISA06. */
  readonly sender: { readonly qualifier: string; readonly id: string };
}

/** What a claim came to. */
export interface ClaimOutcome {
  /** ULID. */
  readonly id: string;
  /** The answer, as the operations of its type spell it. */
  readonly answer: Readonly<Record<string, unknown>>;
}
