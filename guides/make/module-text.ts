/**
 * The text of an ES module that exports a JSON value under a name. Guides say the same thing in many places (a code list, an element, a
 * whole segment), so each repeated part is written once, as a function that makes it: a quarter of the size, and the value is the same tree
 * that JSON gives, in which no two places are one object, so that whoever changes a copy of it changes one place.
 */
export function moduleText(value: unknown, name: string): string {
  const parts = new RepeatedParts(value);
  const text = parts.text(value);
  return `${parts.functions}export const ${name} = ${text};\n`;
}

/** Shorter ones cost more as a function than where they stand. */
const WORTH_A_FUNCTION = 24;
const PLAIN_KEY = /^[a-z_]\w*$/i;

class RepeatedParts {
  /** How often each part occurs, by its JSON. */
  readonly #counts = new Map<string, number>();
  /** The calls that make those written already. */
  readonly #calls = new Map<string, string>();
  /** Their functions; each needs only those before it. */
  functions = '';

  constructor(value: unknown) {
    this.#count(value);
  }

  text(value: unknown): string {
    if (!isTree(value)) return JSON.stringify(value);
    const key = JSON.stringify(value);
    const known = this.#calls.get(key);
    if (known !== undefined) return known;
    const body = Array.isArray(value) ? `[${value.map((one) => this.text(one)).join(',')}]` : this.#object(value);
    if (this.#counts.get(key) === 1 || body.length < WORTH_A_FUNCTION) return body;
    const made = `_${this.#calls.size.toString(36)}`;
    this.functions += `const ${made}=()=>(${body});\n`;
    this.#calls.set(key, `${made}()`);
    return `${made}()`;
  }

  #object(value: object): string {
    const entries = Object.entries(value).map(([key, one]) => {
      // In a literal this key would set the prototype.
      if (key === '__proto__') throw new Error('A guide has a property of the name __proto__.');
      return `${PLAIN_KEY.test(key) ? key : JSON.stringify(key)}:${this.text(one)}`;
    });
    return `{${entries.join(',')}}`;
  }

  // What stands inside a repeated part is counted once: it is written with it.
  #count(value: unknown): void {
    if (!isTree(value)) return;
    const key = JSON.stringify(value);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count === 1) for (const one of Object.values(value)) this.#count(one);
  }
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
