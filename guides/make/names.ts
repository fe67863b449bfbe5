/** Lower case, apostrophes dropped, every other run of non-alphanumerics one underscore (DECISIONS A6). */
export function snakeCase(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’]/gu, '')
    .replace(/[^a-z0-9]+/gu, '_')
    .replace(/^_|_$/gu, '');
}

export function twoDigits(position: number): string {
  return String(position).padStart(2, '0');
}

export function segmentKey(name: string | null, tag: string): string {
  return `${name === null ? 'segment' : snakeCase(name)}_${tag}`;
}

/** `prefix` stands where no permissive source has a name: `element`, or `component` inside a composite. */
export function elementKey(name: string | null | undefined, position: number, prefix: 'element' | 'component'): string {
  return `${name === null || name === undefined ? prefix : snakeCase(name)}_${twoDigits(position)}`;
}
