/** A copy of JSON that a test may spoil. */
export function mutableCopy(json: unknown): unknown {
  return structuredClone(json);
}

/** Puts a value at keys and indexes of such a copy; `undefined` takes the member out. */
export function setAt(json: unknown, path: readonly (string | number)[], value: unknown): void {
  let here = json as Record<string | number, unknown>; // as the test knows its data
  for (const key of path.slice(0, -1)) here = here[key] as Record<string | number, unknown>;
  const last = path.at(-1) ?? '';
  if (value === undefined) delete here[last];
  else here[last] = value;
}
