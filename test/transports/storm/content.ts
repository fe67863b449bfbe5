/** What the storm sends as its nth payload: 300 kB at most, each of another size. */
export function contentOf(number: number): Uint8Array {
  return Uint8Array.from({ length: 1000 + ((number * 76_543) % 300_000) }, (_, i) => (i * 31 + number) & 255);
}
