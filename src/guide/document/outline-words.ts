import type { OutlineElement, OutlinePart } from './outline.js';

/** Codes beyond these are counted: a list of the standard may have thousands. */
const MOST_CODES = { named: 500, plain: 60 };

/** `required, up to 3`. */
export function usageWords({ required, min, max }: Pick<OutlinePart, 'required' | 'min' | 'max'>): string {
  const least = min > 1 ? `${min} to ` : 'up to ';
  const times =
    max === 1
      ? 'once'
      : Number.isFinite(max)
        ? `${least}${max} times`
        : `${min > 1 ? `${min} times or more` : 'any number of times'}`;
  return `${required ? 'required' : 'optional'}, ${times}`;
}

/** `AN 1 to 22`, `composite`. */
export function formWords({ type, min, max, repeat }: OutlineElement): string {
  const size = type === 'composite' ? '' : ` ${min === max ? min : `${min} to ${bound(max)}`}`;
  return `${type}${size}${repeat === 1 ? '' : `, up to ${bound(repeat)} times`}`;
}

/** The codes that are shown, and how many more there are. */
export function shownCodes(codes: NonNullable<OutlineElement['codes']>): {
  readonly shown: NonNullable<OutlineElement['codes']>;
  readonly more: number;
} {
  const most = codes.some(({ name }) => name !== undefined) ? MOST_CODES.named : MOST_CODES.plain;
  return { shown: codes.slice(0, most), more: Math.max(0, codes.length - most) };
}

/** An element and its components, in order. */
export function withComponents(elements: readonly OutlineElement[]): readonly OutlineElement[] {
  return elements.flatMap((element) => [element, ...withComponents(element.components)]);
}

/** `BEG  Beginning Segment`, `Loop 2000A  Billing Provider`. */
export function partName(part: OutlinePart): string {
  return part.kind === 'loop' ? `Loop ${part.id}` : part.tag;
}

function bound(value: number): string {
  return Number.isFinite(value) ? String(value) : 'any number of';
}
