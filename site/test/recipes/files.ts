import { readFileSync } from 'node:fs';

/** A made-up interchange of `fixtures/`, by the folder's name. */
export function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/${name}/input.edi`, import.meta.url), 'utf8');
}

/** Data of a transaction set of `fixtures/demo/`. */
export function demoData(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`../../../fixtures/demo/${name}.json`, import.meta.url), 'utf8'));
}

/** Chunks of some bytes, as a network gives them. */
export async function* inPieces(text: string, size = 100): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
