/** Where a text stops being JSON; lines and columns count from 1, columns in UTF-16 units. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  /** The text ends too early. */
  readonly isEnd: boolean;
}

/**
 * Finds the place in a text that `JSON.parse` has refused: its own message names it only sometimes, and quotes what stands around it.
 * This calls itself once a level: where there are more than anything has that is read here, that is the fault.
 */
export function jsonFault(text: string): JsonFault {
  const at = new Scan(text).fault();
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  const line = lineStart === 0 ? 1 : before.split('\n').length;
  return { line, column: at - lineStart + 1, isEnd: at >= text.length };
}

/** Bodies have a hundred, files of the operator a dozen. */
const MOST_LEVELS = 1_000;
const LITERALS = ['true', 'false', 'null'] as const;
const NUMBER = /-?(?:0|[1-9]\d{0,999})(?:\.\d{1,999})?(?:[eE][+-]?\d{1,9})?/y;

/** Goes over a text as long as it is JSON. Each step returns whether it was, and leaves `#at` where it stopped. */
class Scan {
  readonly #text: string;
  #at = 0;
  #levels = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The offset of the first character that cannot stand there; the length of the text where one is missing. */
  fault(): number {
    if (this.#value()) this.#blank();
    return this.#at;
  }

  #value(): boolean {
    this.#blank();
    const next = this.#text[this.#at];
    if (next === '{') return this.#list('}', () => this.#member());
    if (next === '[') return this.#list(']', () => this.#value());
    if (next === '"') return this.#string();
    return this.#literal() || this.#number();
  }

  #list(end: string, item: () => boolean): boolean {
    if (++this.#levels > MOST_LEVELS) return false;
    this.#at++;
    const isList = this.#take(end) || this.#items(end, item);
    this.#levels--;
    return isList;
  }

  #items(end: string, item: () => boolean): boolean {
    do {
      if (!item()) return false;
    } while (this.#take(','));
    return this.#take(end);
  }

  #member(): boolean {
    this.#blank();
    return this.#text[this.#at] === '"' && this.#string() && this.#take(':') && this.#value();
  }

  #string(): boolean {
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 0x22) {
        this.#at++;
        return true;
      }
      // A control character, which JSON wants escaped.
      if (code < 0x20) return false;
      if (code === 0x5c && !this.#escape()) return false;
    }
    return false;
  }

  #escape(): boolean {
    const [sequence] = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(this.#text.slice(this.#at, this.#at + 6)) ?? [];
    if (sequence === undefined) return false;
    this.#at += sequence.length - 1;
    return true;
  }

  #literal(): boolean {
    const found = LITERALS.find((literal) => this.#text.startsWith(literal, this.#at));
    this.#at += found?.length ?? 0;
    return found !== undefined;
  }

  #number(): boolean {
    NUMBER.lastIndex = this.#at;
    const [found] = NUMBER.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found !== undefined;
  }

  #take(mark: string): boolean {
    this.#blank();
    if (this.#text[this.#at] !== mark) return false;
    this.#at++;
    return true;
  }

  #blank(): void {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? 'x')) this.#at++;
  }
}
