import { textOf } from './sent-index.js';

interface Numbered {
  readonly patientControlNumber?: string | undefined;
  readonly payerClaimNumber?: string | undefined;
  readonly originalClaimNumber?: string | undefined;
}

const NONE: readonly number[] = [];

/** Whose claim a payer's number is, as far as answers have said so. A number that was told of two claims tells of none. */
export class PayerNumbers {
  readonly #claims = new Map<string, readonly number[]>();

  /** @param position of the claim that the answer was tied to; without one there is nothing to learn. */
  learn(answer: Numbered, position: number | undefined): void {
    const key = keyOf(answer, answer.payerClaimNumber);
    if (position === undefined || key === undefined) return;
    const there = this.#claims.get(key);
    if (there === undefined) this.#claims.set(key, [position]);
    else if (there[0] !== position) this.#claims.set(key, NONE);
  }

  /** Position of the claim, by the number of the answer, or of the claim that it follows. */
  find(answer: Numbered): readonly number[] {
    for (const number of [answer.payerClaimNumber, answer.originalClaimNumber]) {
      const found = this.#claims.get(keyOf(answer, number) ?? '') ?? NONE;
      if (found.length > 0) return found;
    }
    return NONE;
  }
}

function keyOf({ patientControlNumber }: Numbered, number: string | undefined): string | undefined {
  return textOf(number) === '' ? undefined : JSON.stringify([textOf(patientControlNumber), textOf(number)]);
}
