/**
 * The name part of a key: lower case, apostrophes dropped, every other run of characters that are neither
 * letter nor digit one underscore.
 */
export function snakeCase(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’`]/gu, '')
    .replace(/[^a-z0-9]+/gu, '_')
    .replace(/^_+|_+$/gu, '');
}

/** Positions in keys have two digits, beyond 99 three. */
export function positionSuffix(position: number): string {
  return position < 10 ? `0${position}` : String(position);
}

/** Positions beyond this are taken for a slip, not for a surplus element. */
const LARGEST_POSITION = 1_000;

/** The position that such a suffix names; 0 for any other text. */
export function suffixPosition(suffix: string): number {
  const position = Number(suffix);
  const isPosition = Number.isInteger(position) && position >= 1 && position <= LARGEST_POSITION;
  return isPosition && suffix === positionSuffix(position) ? position : 0;
}

/** `<snake name>_<NN>`, or `element_<NN>` and `component_<NN>` where there is no name. */
export function elementKey(name: string | undefined, position: number, prefix: 'element' | 'component'): string {
  const snake = name === undefined ? '' : snakeCase(name);
  return `${snake === '' ? prefix : snake}_${positionSuffix(position)}`;
}
