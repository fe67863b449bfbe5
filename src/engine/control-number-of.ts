import type { GuidePlan } from '../guide/plan.js';

/**
 * ST02 as guide JSON has it: text, or a number, or `undefined` where there is no ST.
 * @param plan absent for the generic form, where the ST is the first of the segments.
 */
export function controlNumberOf(plan: GuidePlan | undefined, data: unknown): string | number | undefined {
  const found = headerValue(plan, data, '_02');
  // A list of one is its value, as with any element; and so are components of which only the first is there.
  const one: unknown = Array.isArray(found) && found.length === 1 ? found[0] : found;
  const [[key = '', first] = [], ...others] = Object.entries(asObject(one) ?? {});
  const value = others.length === 0 && key.endsWith('_01') ? first : one;
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined;
}

/** ST03 as guide JSON has it; `''` where it has none. */
export function implementationOf(plan: GuidePlan, data: unknown): string {
  const value = headerValue(plan, data, '_03');
  return typeof value === 'string' ? value : '';
}

function headerValue(plan: GuidePlan | undefined, data: unknown, suffix: string): unknown {
  const st = plan === undefined ? genericHeader(data) : guideHeader(plan, data);
  const key = Object.keys(st ?? {}).find((name) => name.endsWith(suffix));
  return key === undefined ? undefined : st?.[key];
}

function guideHeader(plan: GuidePlan, data: unknown): Record<string, unknown> | undefined {
  const slot = plan.root.slots.find((one) => one.kind === 'segment' && one.tag === 'ST');
  if (slot === undefined) return undefined;
  const section = objectIn(data, slot.section ?? '');
  for (const key of [slot.key, ...slot.aliases]) {
    const header = objectIn(section, key);
    if (header !== undefined) return header;
  }
  return undefined;
}

function genericHeader(data: unknown): Record<string, unknown> | undefined {
  const segments: unknown = asObject(data)?.segments;
  const first = asObject(Array.isArray(segments) ? segments[0] : undefined);
  const key = Object.keys(first ?? {}).find((name) => name.endsWith('_ST'));
  return key === undefined ? undefined : objectIn(first, key);
}

function objectIn(value: unknown, key: string): Record<string, unknown> | undefined {
  const object = asObject(value);
  return object !== undefined && Object.hasOwn(object, key) ? asObject(object[key]) : undefined;
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  // Any object may be asked for its properties.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
