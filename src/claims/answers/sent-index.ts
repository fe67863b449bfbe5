import { plainDecimal } from '../../mapping/lenses/decimal.js';
import type { AnswerableClaim } from './answer-facts.js';

/** By what claims of one patient control number are told apart. */
const TRAITS = ['claimNumber', 'transactionId'] as const;

type Trait = (typeof TRAITS)[number] | 'charge';

/** What an answer says of the claim that it means. */
export interface Named {
  readonly patientControlNumber?: string | undefined;
  readonly claimNumber?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly charge?: string | undefined;
}

export interface SentIndexOptions {
  /** Whether a claim number or BHT03 is one of ours: another one tells no claims apart. */
  readonly isOwnNumber: (number: string) => boolean;
  /** Whether the claim at a position is among those that are looked for. Default: all are. */
  readonly isIn?: (position: number) => boolean;
}

const NONE: readonly number[] = [];

/**
 * Claims by what answers name them, for many of both. However alike the claims are, an answer costs a few looks into maps: a hostile file
 * of one number a million times is no slower than any other.
 */
export class SentIndex {
  readonly #sent: readonly AnswerableClaim[];
  /** Positions of claims, by patient control number; then by which traits are asked for, and what they say. */
  readonly #numbered = new Map<string, number[]>();
  readonly #indexes = new Map<string, Map<string, number[]>>();
  readonly #isOwnNumber: (number: string) => boolean;

  constructor(sent: readonly AnswerableClaim[], { isOwnNumber, isIn = () => true }: SentIndexOptions) {
    this.#sent = sent;
    this.#isOwnNumber = isOwnNumber;
    for (const [position, claim] of sent.entries()) {
      const number = textOf(claim.patientControlNumber);
      if (number !== '' && isIn(position)) add(this.#numbered, number, position);
    }
  }

  /**
   * Positions of the claims that an answer may mean: those of its patient control number that have no other claim number or BHT03; of
   * several those that have the same; of several still those of the same charge, if there are any.
   */
  find(answer: Named): readonly number[] {
    const number = textOf(answer.patientControlNumber);
    const all = this.#numbered.get(number) ?? NONE;
    const given = TRAITS.filter((trait) => this.#isOwnNumber(textOf(answer[trait])));
    const [first] = all;
    // Nearly always, and without a map for each.
    if (first === undefined || all.length === 1)
      return first === undefined || this.#differs(first, given, answer) ? NONE : all;
    for (const said of SAID) {
      const values = given.map((trait) => (said.includes(trait) ? textOf(answer[trait]) : ''));
      const found = given.length === 0 ? all : this.#look(number, given, values);
      if (found.length === 1) return found;
      if (found.length === 0) continue;
      const alike = this.#look(number, [...given, 'charge'], [...values, chargeOf(answer)]);
      return alike.length > 0 ? alike : found;
    }
    return NONE;
  }

  #differs(position: number, given: readonly (typeof TRAITS)[number][], answer: Named): boolean {
    return given.some((trait) => !['', textOf(answer[trait])].includes(this.#said(position, trait)));
  }

  #look(number: string, traits: readonly Trait[], values: readonly string[]): readonly number[] {
    const all = this.#numbered.get(number);
    if (all === undefined) return NONE;
    const name = JSON.stringify([number, traits]);
    let index = this.#indexes.get(name);
    if (index === undefined) {
      index = new Map();
      for (const position of all)
        add(index, JSON.stringify(traits.map((trait) => this.#said(position, trait))), position);
      this.#indexes.set(name, index);
    }
    return index.get(JSON.stringify(values)) ?? NONE;
  }

  #said(position: number, trait: Trait): string {
    const claim = this.#sent[position];
    return trait === 'charge' ? chargeOf(claim) : textOf(claim?.[trait]);
  }
}

/** Which traits must say the same, the most first: the others may be unknown of the claim, but say nothing else. */
const SAID: readonly (readonly Trait[])[] = [['claimNumber', 'transactionId'], ['claimNumber'], ['transactionId'], []];

/** Blanks at the end are none of a value in X12. */
export function textOf(value: string | undefined): string {
  return typeof value === 'string' ? value.trimEnd() : '';
}

/** A reversal has the charge with its sign turned. */
function chargeOf(named: { readonly charge?: string | undefined } | undefined): string {
  return (plainDecimal(textOf(named?.charge)) ?? '').replace('-', '');
}

function add(index: Map<string, number[]>, key: string, position: number): void {
  const there = index.get(key);
  if (there === undefined) index.set(key, [position]);
  else there.push(position);
}
