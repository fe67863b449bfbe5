import type { CodesNode } from '../../src/model/guide.js';

/** Collects the code lists of one guide: equal lists of one data element share a `$defs` entry. */
export class CodeLists {
  readonly #names: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly #keys = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #single = new Map<string, Set<string>>();
  readonly #defs: Record<string, CodesNode> = {};

  constructor(names: Readonly<Record<string, Readonly<Record<string, string>>>>) {
    this.#names = names;
  }

  /** The schema part for a list: one value inline, more by `$ref`. */
  schema(element: string, codes: readonly string[]): { enum: readonly string[] } | { $ref: string } {
    if (codes.length === 1) {
      this.#single.set(element, new Set([...(this.#single.get(element) ?? []), ...codes]));
      return { enum: codes };
    }
    const identity = `${element} ${codes.join(' ')}`;
    const known = this.#keys.get(identity);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const count = (this.#counts.get(element) ?? 0) + 1;
    this.#counts.set(element, count);
    const key = `codes_${element}_${count}`;
    this.#keys.set(identity, key);
    this.#defs[key] = { enum: codes, ...this.#named(element, codes) };
    return { $ref: `#/$defs/${key}` };
  }

  /**
   * The lists by their keys in `$defs`. A code that stands in no list has its name in the first one of its data element, beside those of the
   * list: people are told the names of single codes, too.
   */
  get defs(): Readonly<Record<string, CodesNode>> {
    const firsts = [...this.#single].map(([element, single]) => {
      const key = `codes_${element}_1`;
      const list = this.#defs[key];
      return list === undefined
        ? []
        : [[key, { enum: list.enum, ...this.#named(element, [...new Set([...list.enum, ...single])]) }] as const];
    });
    return { ...this.#defs, ...Object.fromEntries(firsts.flat()) };
  }

  #named(element: string, codes: readonly string[]): { x12?: { names: Record<string, string> } } {
    const all = this.#names[element] ?? {};
    const names = Object.fromEntries(
      codes.flatMap((code) => {
        const name = all[code];
        return name === undefined ? [] : [[code, name] as const];
      }),
    );
    return Object.keys(names).length === 0 ? {} : { x12: { names } };
  }
}
