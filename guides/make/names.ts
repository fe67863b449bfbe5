import { snakeCase } from '../../src/guide/values/snake-case.js';

export { elementKey, positionSuffix } from '../../src/guide/values/snake-case.js';

/** `<snake name>_<TAG>`; `segment` stands where no permissive source has a name. */
export function segmentKey(name: string | null, tag: string): string {
  return `${name === null ? 'segment' : snakeCase(name)}_${tag}`;
}
