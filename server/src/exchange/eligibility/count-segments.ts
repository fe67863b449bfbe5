import { isX12Error, Tokenizer } from 'ediloom';

/** Whether X12 has more segments than that: they are counted in a moment, and take far longer to read. What cannot be cut into segments has none. */
export function hasMoreSegments(x12: Uint8Array, most: number): boolean {
  const tokenizer = new Tokenizer();
  let count = 0;
  try {
    for (const batch of [...tokenizer.push(x12), ...tokenizer.end()]) count += batch.count;
  } catch (error) {
    if (!isX12Error(error)) throw error;
  }
  return count > most;
}
