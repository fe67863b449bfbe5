import type { CodesNode } from '../../src/model/guide.js';

/** Collects the code lists of one guide: equal lists of one data element share a `$defs` entry. */
export class CodeLists {
  readonly #names: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly #keys = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly defs: Record<string, CodesNode> = {};

  constructor(names: Readonly<Record<string, Readonly<Record<string, string>>>>) {
    this.#names = names;
  }

  /** The schema part for a list: one value inline, more by `$ref`. */
  schema(element: string, codes: readonly string[]): { enum: readonly string[] } | { $ref: string } {
    if (codes.length === 1) return { enum: codes };
    const identity = `${element} ${codes.join(' ')}`;
    const known = this.#keys.get(identity);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const count = (this.#counts.get(element) ?? 0) + 1;
    this.#counts.set(element, count);
    const key = `codes_${element}_${count}`;
    this.#keys.set(identity, key);
    this.defs[key] = { enum: codes, ...this.#named(element, codes) };
    return { $ref: `#/$defs/${key}` };
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
