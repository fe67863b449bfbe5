/** One demand on an adapter; `run` rejects with an Error that says what was wrong. For any test runner. */
export interface ContractCheck {
  readonly name: string;
  run(): Promise<void>;
}

export function demand(holds: boolean, text: string): asserts holds {
  if (!holds) throw new Error(text);
}

/** For values that JSON can tell apart. */
export function demandEqual(actual: unknown, expected: unknown, what: string): void {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  demand(seen === wanted, `${what} is ${seen}, and should be ${wanted}`);
}

/** Both lengths and all bytes. */
export function demandBytes(actual: Uint8Array, expected: Uint8Array, what: string): void {
  demand(actual.length === expected.length, `${what} has ${actual.length} bytes, and should have ${expected.length}`);
  const wrong = actual.findIndex((byte, offset) => byte !== expected[offset]);
  demand(wrong === -1, `${what} differs at byte ${wrong}`);
}

/** What the work throws; it must. */
export async function thrownBy(work: () => Promise<unknown>, what: string): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error(`${what} should be refused, and was not`);
}

/** The work must throw an error with that `code`. */
export async function demandCode(code: string, work: () => Promise<unknown>, what: string): Promise<void> {
  const error = await thrownBy(work, what);
  const actual = error instanceof Error && 'code' in error ? String(error.code) : 'nothing';
  demand(actual === code, `${what} should be refused with ${code}, and was with ${actual}`);
}
