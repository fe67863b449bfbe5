/** What a call came to: a value, or what was thrown. */
export type Outcome = { readonly value: unknown } | { readonly thrown: unknown };

/** Awaits what the call gives; whatever is thrown is an outcome too. */
export async function outcomeOf(call: () => unknown): Promise<Outcome> {
  try {
    return { value: plain(await call()) };
  } catch (error) {
    return { thrown: plainError(error) };
  }
}

/** Code, text and details; of what is no X12Error, its kind and text. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  // Both packages have an X12Error of their own: only its members can be compared.
  const { code, details } = error as { readonly code?: unknown; readonly details?: unknown };
  return { name: error.name, message: error.message, code, details: plain(details) };
}

/** Bytes of a result as text, so that a difference is found fast. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  if (Array.isArray(value)) return value.some((item) => item instanceof Uint8Array) ? value.map(plain) : value;
  if (typeof value !== 'object' || value === null || !('bytes' in value)) return value;
  return { ...value, bytes: plain(value.bytes) };
}

/** The same in every member, and members in the same order: what is read is also what `JSON.stringify` makes of it. */
export function areSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other) || Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  if (keys.length !== others.length) return false;
  // A loop, as this compares all of every document: `every` takes twice the time.
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? '';
    if (key !== others[at] || !areSame(one[key], other[key])) return false;
  }
  return !Array.isArray(one) || one.length === (other as unknown as readonly unknown[]).length;
}

/** Members whose values are no payload: words of our own, places and counts. */
const OURS =
  /\/(reason|level|severity|code|message|name|kind|guide|segmentId|element|component|repetition|segment|loopId|offset|loop|set|group|interchange|transaction|length)$/;

/** Where two outcomes first differ, and how, without a value of the data. */
export function describeDifference(before: unknown, now: unknown, path = ''): string | undefined {
  if (Object.is(before, now)) return undefined;
  if (!isObject(before) || !isObject(now))
    return `${path || '/'}: ${shown(path, before)} before, ${shown(path, now)} now`;
  if (Object.getPrototypeOf(before) !== Object.getPrototypeOf(now)) return `${path || '/'}: objects of two kinds`;
  const [old, today] = [Object.keys(before), Object.keys(now)];
  for (const key of old) {
    const found =
      key in now ? describeDifference(before[key], now[key], `${path}/${key}`) : `${path}/${key}: not there now`;
    if (found !== undefined) return found;
  }
  const added = today.find((key) => !(key in before));
  if (added !== undefined) return `${path}/${added}: not there before`;
  const moved = old.findIndex((key, index) => key !== today[index]);
  return moved < 0 ? undefined : `${path}: members in another order from ${old[moved]}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function shown(path: string, value: unknown): string {
  if (OURS.test(path) || value === undefined || typeof value === 'boolean') return JSON.stringify(value) ?? 'nothing';
  if (typeof value === 'string') return `a text of ${value.length} characters`;
  return value === null ? 'null' : `a ${typeof value}`;
}
