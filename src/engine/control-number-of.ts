import type { GuidePlan, SegmentPlan } from '../guide/plan/plan.js';
import {
  type DataObject,
  isList,
  isObject,
  lengthOf,
  ownKeys,
  readMember,
  readProperty,
} from '../guide/values/safe-read.js';

// The data may be a stranger's: what cannot be read is no number here, and is told where it is written.

/**
 * ST02 as guide JSON has it: text, or a number, or `undefined` where there is no ST.
 * @param plan absent for the generic form, where the ST is the first of the segments.
 */
export function controlNumberOf(plan: GuidePlan | undefined, data: unknown): string | number | undefined {
  const found = headerValue(plan, data, '_02');
  // A list of one is its value, as with any element; and so are components of which only the first is there.
  const one: unknown = isList(found) && lengthOf(found) === 1 ? readMember(found, 0) : found;
  const [key = '', ...others] = isObject(one) ? ownKeys(one) : [];
  const value = isObject(one) && others.length === 0 && key.endsWith('_01') ? readProperty(one, key) : one;
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined;
}

/** ST03 as guide JSON has it; `''` where it has none. */
export function implementationOf(plan: GuidePlan, data: unknown): string {
  const value = headerValue(plan, data, '_03');
  return typeof value === 'string' ? value : '';
}

/** An element of the ST that guide JSON has, by the end of its key; undefined where there is none. */
export function headerValue(plan: GuidePlan | undefined, data: unknown, suffix: string): unknown {
  const header = plan === undefined ? genericHeader(data) : guideHeader(plan, data);
  const key = header && ownKeys(header).find((name) => name.endsWith(suffix));
  return header === undefined || key === undefined ? undefined : readProperty(header, key);
}

/** The ST of a guide. */
export function headerSlot({ root }: GuidePlan): SegmentPlan | undefined {
  return root.slots.find((one): one is SegmentPlan => one.kind === 'segment' && one.tag === 'ST');
}

function guideHeader(plan: GuidePlan, data: unknown): DataObject | undefined {
  const slot = headerSlot(plan);
  if (slot === undefined) return undefined;
  const section = objectIn(data, slot.section ?? '');
  for (const key of [slot.key, ...slot.aliases]) {
    const header = objectIn(section, key);
    if (header !== undefined) return header;
  }
  return undefined;
}

function genericHeader(data: unknown): DataObject | undefined {
  const segments = isObject(data) ? readProperty(data, 'segments') : undefined;
  const first = isList(segments) ? readMember(segments, 0) : undefined;
  const key = isObject(first) ? ownKeys(first).find((name) => name.endsWith('_ST')) : undefined;
  return key === undefined ? undefined : objectIn(first, key);
}

function objectIn(value: unknown, key: string): DataObject | undefined {
  const inside = isObject(value) ? readProperty(value, key) : undefined;
  return isObject(inside) ? inside : undefined;
}
