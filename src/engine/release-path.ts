import type { JsonObject, JsonValue } from '../model/json.js';

/** An open loop above a streamed one. */
export interface PathStep {
  readonly loopId: string;
  readonly index: number;
  readonly data: JsonObject;
}

/**
 * Copies of the open loops above a streamed one, each without the child that leads to it; and lets go of the closed
 * siblings of those children, so that memory does not grow with the set.
 */
export function releasePath(path: readonly PathStep[]): PathStep[] {
  return path.map(({ loopId, index, data }, depth) => ({
    loopId,
    index,
    data: withoutChild(data, path[depth + 1]?.data),
  }));
}

function withoutChild(data: JsonObject, child: JsonObject | undefined): JsonObject {
  const copy: JsonObject = {};
  for (const [key, value] of Object.entries(data)) {
    if (child !== undefined && leadsTo(value, child)) continue;
    copy[key] = value;
  }
  return copy;
}

function leadsTo(value: JsonValue, child: JsonObject): boolean {
  if (value === child) return true;
  if (!Array.isArray(value) || value.at(-1) !== child) return false;
  // The reader owns this array and only appends to it: what lies before the open loop is of no more use to it.
  const owned = value as JsonValue[];
  owned.splice(0, owned.length - 1);
  return true;
}
