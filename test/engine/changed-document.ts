import { readFileSync } from 'node:fs';
import type { DocumentInput } from '../../src/engine/document.js';
import type { Engine } from '../../src/engine/engine.js';

type Members = Record<string, unknown>;

/** The document of a fixture. */
export async function fixture(engine: Engine, name: string): Promise<DocumentInput> {
  return engine.parse(readFileSync(new URL(`../../fixtures/${name}/input.edi`, import.meta.url)));
}

/** The document with members put into the first object, or list of objects, under a key; `undefined` takes one out. */
export function changed(document: DocumentInput, key: string, members: Members): DocumentInput {
  const copy = structuredClone(document);
  const found = find(copy, key);
  if (found === undefined) throw new Error(`the fixture has no ${key}`);
  Object.assign(found, members);
  return copy;
}

function find(value: unknown, key: string): Members | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const members = value as Members; // any object has members
  const own = Array.isArray(members[key]) ? members[key][0] : members[key];
  if (typeof own === 'object' && own !== null) return own as Members; // the same
  for (const member of Object.values(members)) {
    const found = find(member, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The lines of what was written, one a segment. */
export function linesOf(bytes: Uint8Array): string[] {
  return new TextDecoder()
    .decode(bytes)
    .replace(/[\r\n]/g, '')
    .split('~')
    .slice(0, -1);
}

export function segmentsOf(bytes: Uint8Array, tag: string): string[] {
  return linesOf(bytes).filter((line) => line.startsWith(`${tag}*`));
}
