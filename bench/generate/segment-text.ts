/** Text of one transaction set as it grows; it counts its segments, because SE01 wants the number. */
export class SegmentText {
  #text = '';
  #segments = 0;

  /** Segments from ST on. */
  get segments(): number {
    return this.#segments;
  }

  get length(): number {
    return this.#text.length;
  }

  /** Adds a segment; empty elements at the end are dropped, as X12.6 asks. */
  add(tag: string, ...elements: readonly (string | number)[]): void {
    let last = elements.length;
    while (last > 0 && elements[last - 1] === '') last--;
    let text = tag;
    for (let i = 0; i < last; i++) text += `*${elements[i]}`;
    this.#text += `${text}~`;
    this.#segments++;
  }

  /** Adds segments that were made apart, because an element before them depended on their sums. */
  append(other: SegmentText): void {
    this.#text += other.#text;
    this.#segments += other.#segments;
  }

  /** The text so far. */
  toString(): string {
    return this.#text;
  }
}

/** Components joined, empty ones at the end dropped. */
export function composite(...components: readonly string[]): string {
  let last = components.length;
  while (last > 0 && components[last - 1] === '') last--;
  return components.slice(0, last).join('>');
}

/** Cents as type R: no point at the right end, no zeros after it. */
export function money(cents: number): string {
  const text = (Math.abs(cents) / 100).toFixed(2).replace(/\.?0+$/, '');
  return cents < 0 ? `-${text}` : text;
}
