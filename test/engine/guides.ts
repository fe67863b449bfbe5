import { readdirSync, readFileSync } from 'node:fs';
import { createEngine } from '../../src/engine/create-engine.js';
import type { Engine } from '../../src/engine/engine.js';
import type { EngineOptions } from '../../src/engine/engine-options.js';
import type { Dictionary, Guide } from '../../src/model/guide.js';

const folder = new URL('../../guides/', import.meta.url);

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
}

/** A guide that ships, by id. */
export function guide(id: string): Guide {
  return readJson(`${id}.json`) as Guide; // made and checked by guides/make.ts
}

export function dictionary(release: string): Dictionary {
  return readJson(`dictionary-${release}.json`) as Dictionary; // made by guides/make.ts
}

/** Every guide that ships for a transaction set. */
export function allGuides(): Guide[] {
  const names = readdirSync(folder).filter((name) => /^\d{3}\w*-\d{6}.*\.json$/.test(name));
  return names.map((name) => guide(name.slice(0, -'.json'.length)));
}

const guides = allGuides();
const dictionaries = [dictionary('004010'), dictionary('005010')];

/** An engine with everything that ships. */
export function fullEngine(options: Partial<EngineOptions> = {}): Engine {
  return createEngine({ guides, dictionaries, ...options });
}
