import type { GuidePlan, LoopPlan } from '../guide/plan/plan.js';
import { X12Error } from '../model/error.js';
import type { JsonObject } from '../model/json.js';
import { isObject, occurrencesOf } from './occurrences.js';
import { type Hop, resolvePlaces } from './place.js';

/** A set with one occurrence of each of some nested loops, and how many of these loops there are. */
export interface Branch {
  readonly data: JsonObject;
  readonly depth: number;
}

/**
 * Cuts guide JSON along nested loops: one branch for each innermost occurrence, each with all that stands around it.
 * What an outer loop holds is in the branch of each of its inner ones. Nothing is copied but the way down.
 * @throws X12Error `X12_PATH_INVALID` when one of the loop ids is none.
 */
export function compileSplit(loops: readonly string[], plan: GuidePlan): (data: JsonObject) => readonly Branch[] {
  let scope: LoopPlan = plan.root;
  const ways: (readonly Hop[])[] = [];
  for (const loop of loops) {
    const place = resolvePlaces(loop, scope)[0];
    if (place === undefined || place.scope.kind === 'segment')
      throw new X12Error('X12_PATH_INVALID', `The guide has no loop ${loop} there.`, { details: { loop } });
    ways.push(place.hops);
    scope = place.scope;
  }
  return (data) => branches(data, ways, 0);
}

function branches(node: JsonObject, ways: readonly (readonly Hop[])[], depth: number): readonly Branch[] {
  const way = ways[depth];
  if (way === undefined) return [{ data: node, depth }];
  const found = occurrencesOf(node, way);
  if (found.length === 0) return [{ data: node, depth }];
  return found.flatMap((one) =>
    branches(one, ways, depth + 1).map((inner) => ({ data: replaced(node, way, inner.data), depth: inner.depth })),
  );
}

function replaced(node: JsonObject, way: readonly Hop[], inner: JsonObject, from = 0): JsonObject {
  const hop = way[from];
  if (hop === undefined) return inner;
  const child = node[hop.key];
  const next = isObject(child) ? child : {};
  return { ...node, [hop.key]: hop.array ? [inner] : replaced(next, way, inner, from + 1) };
}
