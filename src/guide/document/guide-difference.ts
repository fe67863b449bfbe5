import type { GuideOutline, OutlineElement, OutlinePart } from './outline.js';
import { partName, usageWords } from './outline-words.js';

/** One thing in which a guide differs from another. */
export interface GuideDifference {
  /** `narrowed`: it takes less than before; `widened`: more; `changed`: neither alone. */
  readonly kind: 'added' | 'removed' | 'narrowed' | 'widened' | 'changed';
  /** `heading/BEG/BEG03`, `detail/2000A/2010AA/NM1`. */
  readonly place: string;
  readonly text: string;
}

/** What `after` has other than `before`, in the order of the guides. Parts are the same where their property of guide JSON is. */
export function guideDifferences(before: GuideOutline, after: GuideOutline): readonly GuideDifference[] {
  const differences: GuideDifference[] = [];
  const add = (kind: GuideDifference['kind'], place: string, text: string): void => {
    differences.push({ kind, place, text });
  };
  for (const [was, now] of pairs(before.sections, after.sections, ({ name }) => name ?? '')) {
    const place = was?.name ?? now?.name ?? '';
    compareRules(was?.rules ?? [], now?.rules ?? [], place, add);
    compareParts(was?.children ?? [], now?.children ?? [], place, add);
  }
  return differences;
}

type Add = (kind: GuideDifference['kind'], place: string, text: string) => void;

function compareParts(before: readonly OutlinePart[], after: readonly OutlinePart[], above: string, add: Add): void {
  for (const [was, now] of pairs(before, after, ({ key }) => key)) {
    const one = now ?? was;
    if (one === undefined) continue;
    const place = `${above}/${one.kind === 'loop' ? one.id : one.tag}`;
    const name = `${partName(one)}, ${one.title}`;
    if (was === undefined) add('added', place, `${name}: ${usageWords(one)}`);
    else if (now === undefined) add('removed', place, `${name}: not used`);
    else comparePart(was, now, place, add);
  }
}

function comparePart(was: OutlinePart, now: OutlinePart, place: string, add: Add): void {
  if (was.required !== now.required)
    add(...demand(now.required), place, `now ${now.required ? 'required' : 'optional'}`);
  compareNumber('times at most', was.max, now.max, -1, place, add);
  if (was.min !== now.min && Math.max(was.min, now.min) > 1)
    compareNumber('times at least', was.min, now.min, 1, place, add);
  if (was.told !== now.told)
    add('changed', place, `told by ${now.told ?? 'its place'}, not by ${was.told ?? 'its place'}`);
  compareRules(was.rules, now.rules, place, add);
  if (was.kind === 'loop' && now.kind === 'loop') compareParts(was.children, now.children, place, add);
  if (was.kind !== 'segment' || now.kind !== 'segment') return;
  compareRules(was.syntax, now.syntax, place, add);
  compareElements(was.elements, now.elements, place, add);
}

function compareElements(
  before: readonly OutlineElement[],
  after: readonly OutlineElement[],
  above: string,
  add: Add,
): void {
  for (const [was, now] of pairs(before, after, ({ name }) => name)) {
    const place = `${above}/${(now ?? was)?.name}`;
    if (was === undefined) add('added', place, now?.title ?? '');
    else if (now === undefined) add('removed', place, `${was.title}: not used`);
    else compareElement(was, now, place, add);
  }
}

function compareElement(was: OutlineElement, now: OutlineElement, place: string, add: Add): void {
  const { title } = now;
  if (was.type !== now.type) add('changed', place, `${title}: type ${now.type}, was ${was.type}`);
  if (was.required !== now.required)
    add(...demand(now.required), place, `${title}: now ${now.required ? 'required' : 'optional'}`);
  compareNumber(`${title}: characters at least`, was.min, now.min, 1, place, add);
  compareNumber(`${title}: characters at most`, was.max, now.max, -1, place, add);
  compareNumber(`${title}: repetitions at most`, was.repeat, now.repeat, -1, place, add);
  compareCodes(was, now, place, add);
  compareRules(was.rules, now.rules, place, add);
  const above = place.slice(0, place.lastIndexOf('/'));
  compareElements(was.components, now.components, above, add);
}

function compareCodes(was: OutlineElement, now: OutlineElement, place: string, add: Add): void {
  if (was.codes === undefined && now.codes === undefined) return;
  const [before, after] = [was, now].map(({ codes }) => codes?.map(({ code }) => code));
  const { title } = now;
  if (before === undefined) return add('narrowed', place, `${title}: only ${listed(after ?? [])}`);
  if (after === undefined) return add('widened', place, `${title}: any value, and no list of codes`);
  const [old, young] = [new Set(before), new Set(after)];
  const gone = before.filter((code) => !young.has(code));
  const come = after.filter((code) => !old.has(code));
  // Where few are left they say more than the many that are gone.
  if (gone.length > after.length && come.length === 0) add('narrowed', place, `${title}: only ${listed(after)}`);
  else if (gone.length > 0) add('narrowed', place, `${title}: no longer ${listed(gone)}`);
  if (come.length > 0) add('widened', place, `${title}: also ${listed(come)}`);
}

function compareRules(before: readonly string[], after: readonly string[], place: string, add: Add): void {
  for (const rule of after) if (!before.includes(rule)) add('narrowed', place, rule);
  for (const rule of before) if (!after.includes(rule)) add('widened', place, `no longer: ${rule}`);
}

/** @param narrower 1 where a higher number takes less, -1 where a lower one does. */
function compareNumber(what: string, was: number, now: number, narrower: 1 | -1, place: string, add: Add): void {
  if (was === now) return;
  const isNarrower = (now - was) * narrower > 0;
  add(isNarrower ? 'narrowed' : 'widened', place, `${what}: ${bound(now)}, was ${bound(was)}`);
}

function demand(required: boolean): ['narrowed' | 'widened'] {
  return [required ? 'narrowed' : 'widened'];
}

/** Both lists as one, in the order of the second; behind them what only the first has. */
function pairs<Part>(
  before: readonly Part[],
  after: readonly Part[],
  keyOf: (part: Part) => string,
): readonly (readonly [Part | undefined, Part | undefined])[] {
  const [old, young] = [before, after].map((parts) => new Map(parts.map((part) => [keyOf(part), part])));
  const gone = before.filter((part) => young?.has(keyOf(part)) !== true);
  return [
    ...after.map((part) => [old?.get(keyOf(part)), part] as const),
    ...gone.map((part) => [part, undefined] as const),
  ];
}

const MOST_LISTED = 40;

function listed(codes: readonly string[]): string {
  const more = codes.length - MOST_LISTED;
  return `${codes.slice(0, MOST_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function bound(value: number): string {
  return Number.isFinite(value) ? String(value) : 'no limit';
}
