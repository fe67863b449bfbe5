import { NO_STEP, type PathStep } from '../guide/read/transaction-read.js';
import type { JsonObject, JsonValue } from '../model/json.js';

/** Copies of the open loops above a streamed one, each without the child that leads to it and that child's siblings. */
export function copyPath(path: readonly PathStep[]): PathStep[] {
  return path.map(({ loopId, index, data }, depth) => ({
    ...NO_STEP,
    loopId,
    index,
    data: withoutChild(data, path[depth + 1]?.data),
  }));
}

function withoutChild(data: JsonObject, child: JsonObject | undefined): JsonObject {
  if (child === undefined) return { ...data };
  const copy: JsonObject = {};
  for (const key of Object.keys(data)) {
    const value = data[key] as JsonValue; // it is a key
    if (!leadsTo(value, child)) copy[key] = value;
  }
  return copy;
}

function leadsTo(value: JsonValue, child: JsonObject): boolean {
  return value === child || (Array.isArray(value) && value.at(-1) === child);
}
