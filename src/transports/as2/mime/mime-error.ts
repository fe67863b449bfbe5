/** `ambiguous`: said twice with different values, so that two readers would see two things. */
export type MimeCode = 'malformed' | 'ambiguous' | 'too-large' | 'unsupported';

/** Octets that cannot be read as MIME. The text names the rule, never what was received. */
export class MimeError extends Error {
  override readonly name = 'MimeError';
  readonly code: MimeCode;

  constructor(code: MimeCode, text: string) {
    super(text);
    this.code = code;
  }
}
