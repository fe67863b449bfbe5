/** A mail in plain text. */
export interface OutgoingMail {
  /** The same for the same mail however often it is sent, so that a mail program shows it once. Letters, digits and hyphens. */
  readonly id: string;
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** What it tells of, in milliseconds since 1970: the same however often it is sent. */
  readonly at: number;
}

/** Hands mails to a mail server. */
export interface Mail {
  /** @throws MailError */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
}

/** A mail that was not taken. The text has neither the address nor what the mail server said, which often repeats it. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** It will never be taken: the server has refused this address, or this mail. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { readonly isFinal: boolean; readonly cause?: unknown }) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}
