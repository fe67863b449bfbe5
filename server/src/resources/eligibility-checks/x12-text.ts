/** The text of X12 that somebody else wrote: UTF-8, or bytes of ISO 8859-1 that are none. */
export function x12Text(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
