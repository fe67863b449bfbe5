import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One part of the program, and its share of the time in which the thread was busy. */
export interface PartShare {
  readonly part: string;
  readonly percent: number;
}

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly children?: readonly number[];
    readonly callFrame: { readonly url: string; readonly lineNumber: number; readonly functionName: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Microseconds in which the server starts and warms up, and which do not count. */
const START = 5_000_000;

/**
 * Sums a CPU profile of Node up by the parts of the program: the width that each part has on top of a flame graph, with what it has
 * Node itself do. Rooms of the server are told apart by the comments that the bundler leaves before each source file.
 * @param folder with the profile of the main thread as its largest file.
 * @param deep names each file instead of its room.
 */
export function partsOf(folder: string, deep = false): readonly PartShare[] {
  const { nodes, samples, timeDeltas } = largestProfile(folder);
  const parts = partsByNode(nodes, deep);
  const micros = new Map<string, number>();
  let clock = 0;
  let busy = 0;
  samples.forEach((id, index) => {
    const delta = timeDeltas[index] ?? 0;
    clock += delta;
    const part = parts.get(id) ?? 'unknown';
    if (clock < START || part === '(idle)') return;
    busy += delta;
    micros.set(part, (micros.get(part) ?? 0) + delta);
  });
  return [...micros]
    .map(([part, spent]) => ({ part, percent: (100 * spent) / Math.max(1, busy) }))
    .sort((a, b) => b.percent - a.percent);
}

function largestProfile(folder: string): CpuProfile {
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .sort((a, b) => b.length - a.length);
  if (texts[0] === undefined) throw new Error(`There is no profile in ${folder}.`);
  return JSON.parse(texts[0]);
}

type ProfileNode = CpuProfile['nodes'][number];

/** Nodes stand behind their parents. */
function partsByNode(nodes: readonly ProfileNode[], deep: boolean): ReadonlyMap<number, string> {
  const parts = new Map<number, string>();
  const callers = new Map<number, string>();
  for (const { id, children = [], callFrame } of nodes) {
    const part = partOf(callFrame, deep) ?? callers.get(id) ?? 'node';
    parts.set(id, part);
    for (const child of children) callers.set(child, part.startsWith('(') ? 'node' : part);
  }
  return parts;
}

/** @returns `undefined` for Node's own functions, which work for whoever called them. */
function partOf({ url, lineNumber, functionName }: ProfileNode['callFrame'], deep: boolean): string | undefined {
  if (url === '') return functionName.startsWith('(') ? functionName : undefined;
  if (url.startsWith('node:')) return undefined;
  const [, library] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (library !== undefined) return STORE.has(library) ? 'server/store' : library;
  const source = sourceOf(url, lineNumber);
  if (deep) return `${source} ${functionName}`;
  const [, room] = /^server\/src\/([^/]+)/.exec(source) ?? [];
  if (room !== undefined) return `server/${room}`;
  return source.startsWith('src/') ? 'engine' : source;
}

/** Libraries that the store alone calls. */
const STORE = new Set(['kysely', 'pg', 'pg-pool', 'pg-protocol', 'pg-types', '@photostructure/sqlite']);

const sources = new Map<string, readonly { readonly line: number; readonly path: string }[]>();

/** The source file of a line of a bundle. */
function sourceOf(url: string, lineNumber: number): string {
  let places = sources.get(url);
  if (places === undefined) {
    places = readFileSync(fileURLToPath(url), 'utf8')
      .split('\n')
      .flatMap((text, line) => (/^\/\/ (server|src|guides)\//.test(text) ? [{ line, path: text.slice(3) }] : []));
    sources.set(url, places);
  }
  return places.findLast(({ line }) => line <= lineNumber)?.path ?? url;
}
