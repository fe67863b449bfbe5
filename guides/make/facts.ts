import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** How often: a number, or `*` for unbounded. Absent = 1. */
export type Count = number | '*';

/** What guides/facts/guides/*.json holds: one set, with usage and codes. */
export interface SetFacts {
  readonly id: string;
  readonly name: string;
  readonly set: string;
  readonly functionalId: string | null;
  readonly version: string | null;
  readonly implementation?: string | null;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly codeNames: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly heading: readonly (LoopFact | SegmentFact)[];
  readonly detail: readonly (LoopFact | SegmentFact)[];
  readonly summary: readonly (LoopFact | SegmentFact)[];
  readonly counts: SetCounts;
}

export interface SetCounts {
  readonly loops: number;
  readonly segments: number;
  readonly elements: number;
  readonly syntaxNotes?: number;
}

export interface DiscriminatorFact {
  readonly element: string;
  readonly codes: readonly string[];
}

export interface LoopFact {
  readonly loop: string;
  readonly name: string;
  readonly usage: 'R' | 'S';
  readonly repeat?: Count;
  /** Level code; `''` in a set whose levels have no codes of their own. */
  readonly hl?: string;
  readonly discriminator?: DiscriminatorFact;
  /** The loop of the same id described before is meant. */
  readonly sameAs?: string;
  readonly children?: readonly (LoopFact | SegmentFact)[];
}

export interface SegmentFact {
  readonly segment: string;
  readonly name: string | null;
  readonly usage: 'R' | 'S';
  readonly maxUse?: Count;
  readonly position: number;
  readonly discriminator?: DiscriminatorFact;
  readonly syntax?: readonly string[];
  readonly confidence?: 'medium' | 'low';
  readonly elements: readonly ElementFact[];
}

/** `element` or `composite` is set. Name, type and lengths stand only where they differ from the dictionary's. */
export interface ElementFact {
  readonly element?: string;
  readonly composite?: string;
  readonly name?: string | null;
  readonly type?: string;
  readonly min?: number;
  readonly max?: number;
  readonly usage: 'R' | 'S' | 'N';
  readonly repeat?: Count;
  readonly codes?: readonly string[];
  readonly externalCodeSet?: string;
  readonly syntax?: readonly string[];
  readonly confidence?: 'medium' | 'low';
  readonly components?: readonly ElementFact[];
}

/** What guides/facts/base/*.json holds: structure only; elements are the dictionary's. A segment reads `TAG [M] [max]`. */
export interface BaseFacts {
  readonly id: string;
  readonly name: string;
  readonly set: string;
  readonly functionalId: string;
  readonly version: string;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly children: readonly BaseChild[];
  readonly counts: SetCounts;
}
export type BaseChild = string | BaseLoop;
export interface BaseLoop {
  readonly loop: string;
  readonly name?: string;
  readonly usage?: 'R';
  readonly repeat?: Count;
  readonly children: readonly BaseChild[];
}

/** What guides/facts/dictionary-*.json holds; an element of a segment reads `NUMBER [M|X] [repeat]`. */
export interface DictionaryFacts {
  readonly release: string;
  readonly elements: Readonly<
    Record<string, { name: string | null; type: string; min: number; max: number; codes?: string[] }>
  >;
  readonly composites: Readonly<Record<string, DictionaryRow>>;
  readonly segments: Readonly<Record<string, DictionaryRow>>;
}
export interface DictionaryRow {
  readonly name: string | null;
  readonly elements: readonly string[];
  readonly syntax?: readonly string[];
}

const FACTS = new URL('../facts/', import.meta.url);

export function readFacts<T>(path: string): T {
  // The facts are ours and every made guide is checked: the cast names the shape, checkGuide proves the result.
  return JSON.parse(readFileSync(new URL(path, FACTS), 'utf8')) as T;
}

/** Names of the JSON files of a folder below guides/facts/, sorted. */
export function listFacts(folder: string): readonly string[] {
  return readdirSync(fileURLToPath(new URL(folder, FACTS)))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => `${folder}${name}`);
}
