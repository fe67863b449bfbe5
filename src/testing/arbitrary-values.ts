import type * as fastCheck from 'fast-check';

export type FastCheck = Omit<typeof fastCheck, 'default'>;
type Any = fastCheck.Arbitrary<unknown>;

/** Values as they stand in a set, without delimiters and without blanks at either end. */
export class ArbitraryValues {
  readonly fc: FastCheck;

  constructor(fc: FastCheck) {
    this.fc = fc;
  }

  /** Properties that may be absent. */
  some(properties: Readonly<Record<string, Any>>): Any {
    return this.fc.record(properties, { requiredKeys: [] });
  }

  /** A few of many properties, all of one kind. */
  few(names: readonly string[], value: Any, most: number): Any {
    const { fc } = this;
    return fc
      .uniqueArray(fc.tuple(fc.constantFrom(...names), value), { maxLength: most, selector: ([name]) => name })
      .map((pairs) => Object.fromEntries(pairs));
  }

  code(texts: object): fastCheck.Arbitrary<string> {
    return this.fc.constantFrom(...Object.keys(texts));
  }

  /** Text that no delimiter and no blank at either end is in. */
  text(most: number): fastCheck.Arbitrary<string> {
    const letters = this.fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
    return this.fc.array(letters, { minLength: 2, maxLength: most }).map((all) => all.join(''));
  }

  digits(count: number): fastCheck.Arbitrary<string> {
    const { fc } = this;
    return fc
      .array(fc.constantFrom(...'0123456789'), { minLength: count, maxLength: count })
      .map((all) => all.join(''));
  }

  decimal(): fastCheck.Arbitrary<string> {
    return this.fc.constantFrom('0', '25', '6000.00', '.4', '0.10', '.00', '5555.16');
  }

  whole(): fastCheck.Arbitrary<string> {
    return this.fc.integer({ min: 1, max: 99 }).map(String);
  }

  day(): fastCheck.Arbitrary<string> {
    const { fc } = this;
    return fc
      .tuple(fc.integer({ min: 1930, max: 2030 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
      .map(([year, month, date]) => `${year}${String(month).padStart(2, '0')}${String(date).padStart(2, '0')}`);
  }

  period(): fastCheck.Arbitrary<string> {
    const { fc } = this;
    return fc.oneof(
      this.day(),
      fc.tuple(this.day(), this.day()).map((days) => [...days].sort().join('-')),
    );
  }
}
