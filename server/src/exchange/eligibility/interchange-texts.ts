import type { Engine } from 'ediloom';
import { x12Text } from '../../resources/eligibility-checks/x12-text.js';

/** The text of each interchange of a payer's answer, in order. */
export async function interchangeTexts(engine: Engine, bytes: Uint8Array): Promise<readonly string[]> {
  const starts: number[] = [];
  for await (const event of engine.stream(bytes)) {
    if (event.kind === 'interchange') starts.push(event.inputOffset);
  }
  return starts.map((start, place) => x12Text(bytes.subarray(start, starts[place + 1])).trimEnd());
}
