/** Room for one set; larger output doubles it as it goes. */
const FIRST_BYTES = 4 * 1024;
const LARGEST_SPARE = 64 * 1024;

// A buffer that a writer was done with waits for the next one: a service that writes single inquiries would pay for every
// byte of a new one. It is lent, never shared. bench: `bench:eligibility`.
let spare: Uint8Array | undefined;

/** The buffer that waits, or a new one; the caller's alone until it is given back. */
export function lendBuffer(): Uint8Array {
  const bytes = spare ?? new Uint8Array(FIRST_BYTES);
  spare = undefined;
  return bytes;
}

/** The caller is done with it, holds it no more, and has wiped what stood in it. Large buffers are not kept. */
export function giveBufferBack(bytes: Uint8Array): void {
  if (bytes.length > 0 && bytes.length <= LARGEST_SPARE) spare = bytes;
}
