/** A place of a guide that breaks the dialect. */
export interface GuideProblem {
  /** JSON pointer into the guide. */
  readonly pointer: string;
  /** What is wrong and what to do, in a sentence or two. */
  readonly text: string;
}

/** More than this helps nobody, and a hostile guide must not fill the memory. */
const MOST_PROBLEMS = 200;

/** Collects problems of one guide. */
export class Problems {
  readonly #list: GuideProblem[] = [];

  get list(): readonly GuideProblem[] {
    return this.#list;
  }

  /** No more are kept. */
  get isFull(): boolean {
    return this.#list.length >= MOST_PROBLEMS;
  }

  add(pointer: string, text: string): void {
    if (!this.isFull) this.#list.push({ pointer, text });
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own member of a JSON object; a key such as `constructor` must not reach the prototype. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function entries(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The pointer of a member: `~` and `/` of the key are escaped (RFC 6901). */
export function below(pointer: string, ...keys: readonly string[]): string {
  return keys.reduce((path, key) => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, pointer);
}
