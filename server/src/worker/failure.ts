import type { CustomerCodeErrorCode } from './customer-code.js';

/** An outcome that is none, found by us. */
export class Failure extends Error {
  readonly code: CustomerCodeErrorCode;

  constructor(code: CustomerCodeErrorCode, text: string) {
    super(text);
    this.code = code;
  }
}

interface FailureText {
  readonly code: CustomerCodeErrorCode;
  readonly text: string;
}

const RECURSION = 'It calls itself too often or is nested too deeply. Make it simpler.';
const TOO_LONG = 'It took too long and was stopped. Make it simpler.';
const TOO_MANY = 'It builds a list that is too long. Make it build less at once.';

const BY_CODE: Readonly<Record<string, FailureText>> = {
  D1011: { code: 'failed', text: RECURSION },
  D1012: { code: 'timeout', text: TOO_LONG },
  D2014: { code: 'too-large', text: TOO_MANY },
  D2015: { code: 'too-large', text: TOO_MANY },
};

/**
 * What may be said of an error. JSONata's own messages quote values of the input, and `$error` and `$assert` say what the author
 * made of them: code and position stay.
 */
export function failureOf(error: unknown): FailureText {
  if (error instanceof Failure) return { code: error.code, text: error.message };
  // "Maximum call stack", "Invalid string length" and "Invalid array length" have no other mark than their words.
  if (error instanceof RangeError) {
    return /call stack/.test(error.message)
      ? { code: 'failed', text: RECURSION }
      : { code: 'too-large', text: TOO_MANY };
  }
  const { code, position } = Object(error) as { readonly code?: unknown; readonly position?: unknown };
  if (typeof code !== 'string' || !/^[A-Z]\d{4}$/.test(code)) {
    return { code: 'failed', text: 'It failed while it ran.' };
  }
  const place = Number.isSafeInteger(position) ? ` at character ${position}` : '';
  return (
    BY_CODE[code] ??
    (code.startsWith('S')
      ? { code: 'invalid', text: `The expression cannot be read${place} (JSONata ${code}). Correct it there.` }
      : { code: 'failed', text: `The expression failed${place} (JSONata ${code}).` })
  );
}
