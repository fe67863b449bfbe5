import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fullEngine } from '../engine/guides.js';

const FOLDER = new URL('../../fixtures/', import.meta.url);
const engine = fullEngine();

/** A file that is kept, and how to make it anew. */
export interface Golden {
  readonly name: string;
  readonly file: URL;
  readonly bytes: () => Promise<Uint8Array>;
}

/** The fixtures that hold an interchange of their own. */
export function fixtureNames(): readonly string[] {
  return readdirSync(FOLDER).filter((name) => existsSync(new URL(`${name}/input.edi`, FOLDER)));
}

/** The file that holds what reading the fixture gives. */
export function goldenFile(name: string): URL {
  return new URL(`${name}/expected.json`, FOLDER);
}

/** What reading the fixture gives now, as the text of its golden file. */
export async function documentText(name: string): Promise<string> {
  const document = await engine.parse(readFileSync(new URL(`${name}/input.edi`, FOLDER)));
  return `${JSON.stringify(document, undefined, 1)}\n`;
}

export function documentGoldens(): readonly Golden[] {
  return fixtureNames().map((name) => ({
    name,
    file: goldenFile(name),
    bytes: async () => new TextEncoder().encode(await documentText(name)),
  }));
}
