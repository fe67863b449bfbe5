import type { JsonObject, JsonValue } from '../../model/json.js';
import { CLAIM_TYPES, type ClaimType } from '../claim-type.js';

/** A rule that a claim has to keep before it is sent, beyond its form. */
export interface Edit {
  /** Such as `V01`: stays the same for ever. */
  readonly id: string;
  readonly types: readonly ClaimType[];
  /** STC01 of a 277CA: category and status, and the entity where it is always the same. */
  readonly status: string;
  /** What is wrong and what to do, without a value. */
  readonly text: string;
  /** A warning says so, and lets the claim go. */
  readonly isWarning?: true;
  /** Names of properties, some of which stand anywhere in each claim that the rule says anything of. Absent: it may be of any claim. */
  readonly onlyWith?: readonly string[];
  /** Tells each place that breaks it. */
  readonly judge: (claim: ClaimAtHand, tell: TellBroken) => void;
}

/** A claim in normal form, and what rules ask of it again and again. */
export interface ClaimAtHand {
  readonly type: ClaimType;
  readonly request: JsonObject;
  readonly information: JsonObject;
  readonly lines: readonly JsonObject[];
  /** Whoever was treated: the dependent, else the subscriber; and where that stands. */
  readonly patient: { readonly at: 'dependent' | 'subscriber'; readonly is: JsonObject };
  /** What the lines of this type call their procedure: `professionalService`, … */
  readonly service: string;
  /** What rules ask for by name, wherever it stands. */
  readonly found: FoundByName;
  /** Day of the check, CCYYMMDD. */
  readonly today: string;
  /** What `once` has found so far, by what has found it. */
  readonly once: Map<unknown, object>;
}

/** A property that a rule asks for by its name. */
export interface Found {
  readonly value: JsonValue;
  /** Down to the value itself. */
  readonly at: Trail;
  /** What has it. */
  readonly owner: JsonObject;
}

export type FoundByName = ReadonlyMap<string, readonly Found[]>;

/** Names and indexes down to a property. */
export type Trail = readonly (string | number)[];

/**
 * @param at the property.
 * @param more the entity of the status, where the rule is of many (85, 82, …).
 */
export type TellBroken = (at: Trail, more?: { readonly entity?: string }) => void;

export const ALL: readonly ClaimType[] = CLAIM_TYPES;
export const PRACTICE: readonly ClaimType[] = ['professional', 'dental'];
