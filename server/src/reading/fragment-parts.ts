import type { Guide, JsonObject, JsonValue } from 'ediloom';
import type { PlannedFragments } from './reader.js';

const BYTES_OF_KB = 1_024;

/** A node of a section of a guide. */
export interface FragmentNode {
  readonly section: string;
  readonly key: string;
  /** Of its loop, where the engine can hand out its occurrences one by one. */
  readonly loop: string | undefined;
}

/** The node that comes in parts; `undefined`: the guide has none of this name. */
export function fragmentNodeOf(guide: Guide, key: string): FragmentNode | undefined {
  for (const [section, { properties }] of Object.entries(guide.properties)) {
    if (!Object.hasOwn(properties, key)) continue;
    return { section, key, loop: loopOf(guide, properties[key]) };
  }
  return undefined;
}

/** A loop that occurs in this one place: by its id the engine would hand out those of other places, too. */
function loopOf(guide: Guide, node: unknown): string | undefined {
  // Guides are JSON, and were compiled: `x12.loop` is a loop's id.
  const id = (node as { items?: { x12?: { loop?: string } } } | undefined)?.items?.x12?.loop;
  if (id === undefined) return undefined;
  return JSON.stringify(guide).split(`"loop":${JSON.stringify(id)}`).length === 2 ? id : undefined;
}

/** Puts occurrences together to parts of at most so many bytes of JSON. */
export class FragmentParts {
  readonly #key: string;
  readonly #most: number;
  #texts: string[] = [];
  #bytes = 0;

  constructor({ keyName, batchSizeKb }: PlannedFragments) {
    this.#key = keyName;
    this.#most = batchSizeKb * BYTES_OF_KB;
    this.#begin();
  }

  /** @returns the part that is full without it. */
  add(occurrence: JsonValue): Uint8Array | undefined {
    const text = JSON.stringify(occurrence);
    const bytes = Buffer.byteLength(text) + 1;
    const full = this.#texts.length > 0 && this.#bytes + bytes > this.#most ? this.take() : undefined;
    this.#texts.push(text);
    this.#bytes += bytes;
    return full;
  }

  /** What is left; `undefined`: nothing. */
  take(): Uint8Array | undefined {
    if (this.#texts.length === 0) return undefined;
    const part = Buffer.from(`{${JSON.stringify(this.#key)}:[${this.#texts.join(',')}]}`);
    this.#begin();
    return part;
  }

  #begin(): void {
    this.#texts = [];
    this.#bytes = `{${JSON.stringify(this.#key)}:[]}`.length;
  }
}

/** The occurrences in a set that was read whole. */
export function occurrencesIn(data: JsonObject, { section, key }: FragmentNode): readonly JsonValue[] {
  const within = data[section];
  const list = isObject(within) && Object.hasOwn(within, key) ? within[key] : undefined;
  return Array.isArray(list) ? list : [];
}

/** The set with an empty list where the parts belong that came before. */
export function withEmptyList(data: JsonObject, { section, key }: FragmentNode): JsonObject {
  const within = data[section];
  return { ...data, [section]: { ...(isObject(within) ? within : {}), [key]: [] } };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
