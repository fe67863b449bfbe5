import { SUM_BEYOND, SUM_BROKEN, SUM_FLAGS, SUM_UNITS, SUM_WORDS } from '../plan/walk-state.js';
import { NINE, SCALE, ZERO } from '../values/digits.js';

const POWERS = [1, 10, 100, 1_000, 10_000] as const;
const MINUS = 0x2d;
const POINT = 0x2e;
/** Longer texts are no amounts (R has at most 18 digits); the bound keeps BigInt work small on hostile input. */
const MAX_TEXT = 64;
/** With a point. */
const MOST_DIGITS = 15;

/** An exact sum of decimal texts: numbers while they are safe, scaled BigInt beyond. */
export class DecimalSum {
  readonly #reals: Float64Array;
  readonly #units: number;
  readonly #flags: number;
  /** What is beyond numbers, where the flags say that there is something. */
  #beyond = 0n;
  /** Decimals of it. */
  #beyondScale = SCALE;

  /**
   * @param reals where the sum is kept: at `at` the units, behind them the flags, both 0 at first. So others may add to it.
   */
  constructor(reals: Float64Array = new Float64Array(SUM_WORDS / 2), at = 0) {
    this.#reals = reals;
    this.#units = at + SUM_UNITS / 2;
    this.#flags = at + SUM_FLAGS / 2;
  }

  reset(): void {
    this.#reals[this.#units] = 0;
    this.#reals[this.#flags] = 0;
    this.#beyond = 0n;
  }

  /** True once a text was no number, or an addend is unknown: the sum then says nothing. */
  get broken(): boolean {
    return (this.#reals[this.#flags] ?? 0) >= SUM_BROKEN;
  }

  /** Says that an addend is unknown. */
  break(): void {
    if (!this.broken) this.#reals[this.#flags] = (this.#reals[this.#flags] ?? 0) + SUM_BROKEN;
  }

  get isZero(): boolean {
    return this.#isBeyond() ? this.#value() === 0n : this.#reals[this.#units] === 0;
  }

  /** The sum as decimal text with four decimals or more, such as `-12.5000`; `undefined` once it is {@link broken}. */
  get text(): string | undefined {
    if (this.broken) return undefined;
    const value = this.#value();
    const digits = String(value < 0n ? -value : value).padStart(this.#scale() + 1, '0');
    const point = digits.length - this.#scale();
    return `${value < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
  }

  /** Adds `sign` times what {@link smallUnits} gave. Returns false, having added nothing, when it gave nothing or the sum is not safe. */
  #addUnits(units: number, sign: 1 | -1): boolean {
    const sum = (this.#reals[this.#units] ?? 0) + sign * units;
    // NaN is neither.
    if (!(sum <= Number.MAX_SAFE_INTEGER && sum >= -Number.MAX_SAFE_INTEGER)) return false;
    this.#reals[this.#units] = sum;
    return true;
  }

  /**
   * Adds `sign` times the number that X12 text stands for: optional minus, digits, for type R at most one point.
   * @param implied decimals of an Nn element, whose text has no point; `undefined` for R.
   */
  add(text: string, sign: 1 | -1, implied?: number): void {
    if (this.#addUnits(smallUnits(text, implied), sign)) return;
    const form = implied === undefined ? /^-?(?:\d+\.?\d*|\.\d+)$/ : /^-?\d+$/;
    if (text.length > MAX_TEXT || !form.test(text)) {
      this.break();
      return;
    }
    const point = text.indexOf('.');
    const decimals = point < 0 ? (implied ?? 0) : text.length - point - 1;
    const before = this.#scale();
    const scale = Math.max(decimals, before);
    const value = BigInt(text.replace('.', '')) * 10n ** BigInt(scale - decimals);
    this.#beyond =
      (this.#isBeyond() ? this.#beyond : 0n) * 10n ** BigInt(scale - before) + (sign === 1 ? value : -value);
    this.#beyondScale = scale;
    if (!this.#isBeyond()) this.#reals[this.#flags] = (this.#reals[this.#flags] ?? 0) + SUM_BEYOND;
  }

  #isBeyond(): boolean {
    const flags = this.#reals[this.#flags] ?? 0;
    return flags === SUM_BEYOND || flags > SUM_BROKEN;
  }

  #scale(): number {
    return this.#isBeyond() ? this.#beyondScale : SCALE;
  }

  #value(): bigint {
    const units = BigInt(this.#reals[this.#units] ?? 0);
    return this.#isBeyond() ? this.#beyond + units * 10n ** BigInt(this.#beyondScale - SCALE) : units;
  }
}

/** True when both texts are numbers of equal value: `100` and `100.00`. */
export function sameDecimal(left: string, right: string, leftImplied?: number, rightImplied?: number): boolean {
  const difference = new DecimalSum();
  difference.add(left, 1, leftImplied);
  difference.add(right, -1, rightImplied);
  return !difference.broken && difference.isZero;
}

/** The number in ten-thousandths, or NaN when it has more than 15 digits or four decimals, or is none. */
function smallUnits(text: string, implied?: number): number {
  const negative = text.charCodeAt(0) === MINUS;
  let value = 0;
  let digits = 0;
  let decimals = implied ?? -1;
  for (let i = negative ? 1 : 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === POINT && decimals < 0) {
      decimals = 0;
      continue;
    }
    if (code < ZERO || code > NINE) return Number.NaN;
    value = value * 10 + code - ZERO;
    digits++;
    if (decimals >= 0 && implied === undefined) decimals++;
  }
  return scaled(negative ? -value : value, digits, decimals);
}

function scaled(value: number, digits: number, decimals: number): number {
  const power = POWERS[SCALE - Math.max(decimals, 0)];
  return digits === 0 || digits > MOST_DIGITS || power === undefined ? Number.NaN : value * power;
}
