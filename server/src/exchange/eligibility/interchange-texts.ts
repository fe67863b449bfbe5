import type { Engine } from 'ediloom';

/** The text of each interchange of a payer's answer, in order. */
export async function interchangeTexts(engine: Engine, bytes: Uint8Array): Promise<readonly string[]> {
  const starts: number[] = [];
  for await (const event of engine.stream(bytes)) {
    if (event.kind === 'interchange') starts.push(event.inputOffset);
  }
  return starts.map((start, place) => textOf(bytes.subarray(start, starts[place + 1])).trimEnd());
}

/** Payers send UTF-8, or bytes of ISO 8859-1 that are none. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
