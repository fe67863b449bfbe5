import type { JsonObject, JsonValue } from '../../model/json.js';
import { type SegmentBatch, SegmentFlag } from '../../model/segments.js';
import { type ElementPlan, Kind } from '../plan/plan.js';
import { base64Of } from '../values/base64.js';
import { positionSuffix } from '../values/snake-case.js';
import { type DictionaryPlan, plainSegmentKey } from './generic.js';

/** One segment of the generic form: `{ [key]: value }`. */
export interface GenericSegment {
  readonly key: string;
  readonly value: JsonObject;
}

const NO_ELEMENTS: readonly (ElementPlan | undefined)[] = [];

/**
 * Decodes a segment by its dictionary alone, or with none: values are always strings, repetitions arrays, components
 * objects only where the component separator occurs. Absent elements are left out.
 */
export function decodeGenericSegment(
  plan: DictionaryPlan | undefined,
  batch: SegmentBatch,
  index: number,
): GenericSegment {
  const tag = batch.tag(index);
  const elements = plan?.segment(tag)?.elements ?? NO_ELEMENTS;
  const binary = ((batch.flags[index] ?? 0) & SegmentFlag.binary) !== 0;
  const count = batch.elementCount(index);
  const value: JsonObject = {};
  for (let position = 1; position <= count; position++) {
    const text = batch.element(index, position);
    if (text === '') continue;
    const element = elements[position];
    const decoded = binary && position === count ? { base64: base64Of(text) } : repetitions(element, text, batch);
    if (decoded !== undefined) value[element?.key ?? `element_${positionSuffix(position)}`] = decoded;
  }
  return { key: plan?.segmentKey(tag) ?? plainSegmentKey(tag), value };
}

function repetitions(element: ElementPlan | undefined, text: string, batch: SegmentBatch): JsonValue | undefined {
  const { component, repetition } = batch.delimiters;
  if (repetition === undefined || !text.includes(repetition)) return components(element, text, component);
  const pieces = text.split(repetition).map((piece) => components(element, piece, component) ?? '');
  while (pieces.length > 0 && pieces.at(-1) === '') pieces.pop();
  return pieces.length === 0 ? undefined : pieces;
}

// Undefined when nothing but separators stands there: such an element is absent.
function components(element: ElementPlan | undefined, text: string, separator: string): JsonValue | undefined {
  if (!text.includes(separator)) return text;
  const parts = element?.kind === Kind.composite ? element.components : NO_ELEMENTS;
  const object: JsonObject = {};
  let found = false;
  for (const [at, part] of text.split(separator).entries()) {
    if (part === '') continue;
    object[parts[at + 1]?.key ?? `component_${positionSuffix(at + 1)}`] = part;
    found = true;
  }
  return found ? object : undefined;
}
