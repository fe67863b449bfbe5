import { isObject } from '../../mapping/occurrences.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { ClaimAtHand, Edit, Found, FoundByName } from './edit.js';
import { entityOf, told } from './entities.js';

// Many rules are of properties that stand in many places. All names that any rule asks for are looked for in one walk through a claim:
// a walk a rule took most of the time of judging. bench: npm run bench:claims

const wanted = new Set<string>();
const NONE: readonly Found[] = [];

/** Gives every property of some names, wherever it stands; to be called once, when the rule is made. */
export function everywhere(...names: readonly string[]): (claim: ClaimAtHand) => readonly Found[] {
  lookFor(names);
  const [only = ''] = names;
  if (names.length === 1) return ({ found }) => found.get(only) ?? [];
  return ({ found }) => {
    const all: Found[] = [];
    for (const name of names) for (const one of found.get(name) ?? NONE) all.push(one);
    return all;
  };
}

/** Adds names to those that are looked for; to be called once, when the rule is made. */
export function lookFor(names: readonly string[]): void {
  for (const name of names) wanted.add(name);
}

/** What all rules ask for. */
export function findAll(request: JsonObject): FoundByName {
  const found = new Map<string, Found[]>();
  walk(request, [], found);
  return found;
}

function walk(owner: JsonObject, trail: (string | number)[], found: Map<string, Found[]>): void {
  for (const name in owner) {
    const value = owner[name] ?? null;
    const isInner = typeof value === 'object' && value !== null;
    const isWanted = wanted.has(name);
    if (!isInner && !isWanted) continue;
    trail.push(name);
    if (isWanted) {
      const list = found.get(name);
      const one = { value, at: [...trail], owner };
      if (list === undefined) found.set(name, [one]);
      else list.push(one);
    }
    if (isInner) walkInner(value, trail, found);
    trail.pop();
  }
}

function walkInner(value: JsonValue, trail: (string | number)[], found: Map<string, Found[]>): void {
  if (isObject(value)) return walk(value, trail, found);
  if (!Array.isArray(value)) return;
  for (let at = 0; at < value.length; at++) {
    const entry = value[at] ?? null;
    if (typeof entry !== 'object') continue;
    trail.push(at);
    walkInner(entry, trail, found);
    trail.pop();
  }
}

/** A rule over the texts of each property of some names. */
export function eachText(names: readonly string[], isBroken: (text: string) => boolean): Edit['judge'] {
  const texts = everywhere(...names);
  return (claim, tell) => {
    for (const { value, at } of texts(claim))
      if (typeof value === 'string' && isBroken(value)) told(tell, at, entityOf(at));
  };
}
