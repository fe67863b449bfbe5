import type { Lens } from '../lens.js';
import { textOfValue } from './text.js';

/**
 * A yes or no of the JSON, and a code: `true` is `on`, `false` is `off`, or nothing where there is no `off`. Get gives `true` for `on`,
 * `false` for `off`; another code is noted and gives nothing.
 */
export function flag(on: string, off?: string): Lens {
  return {
    name: 'flag',
    get(value, tell) {
      const code = textOfValue(value, tell);
      if (code === on) return true;
      if (code !== undefined && code === off) return false;
      if (code !== undefined) tell.tell('code-unknown');
      return undefined;
    },
    put(value, tell) {
      if (typeof value !== 'boolean') tell.tell('value-type');
      return value === true ? on : value === false ? off : undefined;
    },
  };
}
