/** The text of what a payer sent. Payers send UTF-8, or bytes of ISO 8859-1 that are none. */
export function answerText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
