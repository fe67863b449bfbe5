/** A setting that cannot be used. */
export interface SettingProblem {
  /** `mdn.waitMinutes`. */
  readonly path: string;
  /** What is wanted; never the value given. */
  readonly text: string;
}

/** Reads the members of one object of settings: the value, or the default and a problem. */
export class SettingsReader {
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #at: string;
  readonly #problems: SettingProblem[];
  readonly #known = new Set<string>();

  constructor(value: unknown, at: string, problems: SettingProblem[]) {
    this.#at = at;
    this.#problems = problems;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    // Any object can be read by its names; each value is checked when it is.
    this.#members = isObject ? (value as Readonly<Record<string, unknown>>) : {};
    if (value !== undefined && !isObject) problems.push({ path: at, text: 'Give an object.' });
  }

  section(name: string): SettingsReader {
    return new SettingsReader(this.#take(name), this.#path(name), this.#problems);
  }

  /** One of the words. */
  choice<Word extends string>(name: string, words: readonly Word[], fallback: Word): Word {
    const value = this.#take(name);
    if (value === undefined) return fallback;
    const found = words.find((word) => word === value);
    if (found === undefined) this.problem(name, `Give one of ${words.join(', ')}.`);
    return found ?? fallback;
  }

  /** A list of the words, none twice. */
  choices<Word extends string>(name: string, words: readonly Word[], fallback: readonly Word[]): readonly Word[] {
    const value = this.#take(name);
    if (value === undefined) return fallback;
    const list = Array.isArray(value) ? value.flatMap((one) => words.find((word) => word === one) ?? []) : [];
    if (Array.isArray(value) && list.length === value.length) return [...new Set(list)];
    this.problem(name, `Give a list of ${words.join(', ')}.`);
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.#take(name);
    if (value !== undefined && typeof value !== 'boolean') this.problem(name, 'Give true or false.');
    return typeof value === 'boolean' ? value : fallback;
  }

  number(
    name: string,
    { from, to, fallback }: { readonly from: number; readonly to: number; readonly fallback: number },
  ): number {
    const value = this.#take(name);
    if (value === undefined) return fallback;
    if (typeof value === 'number' && value >= from && value <= to) return value;
    this.problem(name, `Give a number from ${from} to ${to}.`);
    return fallback;
  }

  /** A text that passes `test`; `wanted` says which do. */
  text<Fallback extends string | undefined>(
    name: string,
    {
      test,
      wanted,
      fallback,
    }: { readonly test: (text: string) => boolean; readonly wanted: string; readonly fallback: Fallback },
  ): string | Fallback {
    const value = this.#take(name);
    if (value === undefined) return fallback;
    if (typeof value === 'string' && test(value)) return value;
    this.problem(name, wanted);
    return fallback;
  }

  list(name: string): readonly unknown[] {
    const value = this.#take(name);
    if (value !== undefined && !Array.isArray(value)) this.problem(name, 'Give a list.');
    return Array.isArray(value) ? value : [];
  }

  /** The members, each by its own name. */
  entries(name: string): readonly (readonly [string, unknown])[] {
    const value = this.#take(name);
    if (value === undefined) return [];
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
    this.problem(name, 'Give an object.');
    return [];
  }

  problem(name: string, text: string): void {
    this.#problems.push({ path: this.#path(name), text });
  }

  /** Reports the members that nothing asked for: a misspelt one would silently mean its default. */
  end(): void {
    for (const name of Object.keys(this.#members)) {
      if (!this.#known.has(name)) this.problem(name, 'There is no such setting.');
    }
  }

  #take(name: string): unknown {
    this.#known.add(name);
    return Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
  }

  #path(name: string): string {
    return this.#at === '' ? name : `${this.#at}.${name}`;
  }
}
