import type { JsonObject, JsonValue } from '../../model/json.js';
import type { SegmentBatch } from '../../model/segments.js';
import { positionSuffix } from './snake-case.js';

/**
 * An element that no definition covers, split as far as separators show: repetitions an array, components an object
 * with `component_NN`, so that writing gives the same text back.
 */
export function structured(text: string, batch: SegmentBatch): JsonValue {
  const { component, repetition } = batch.delimiters;
  if (repetition !== undefined && text.includes(repetition))
    return text.split(repetition).map((piece) => components(piece, component));
  return components(text, component);
}

function components(text: string, separator: string): JsonValue {
  if (!text.includes(separator)) return text;
  const object: JsonObject = {};
  for (const [at, part] of text.split(separator).entries()) {
    if (part !== '') object[`component_${positionSuffix(at + 1)}`] = part;
  }
  return object;
}
