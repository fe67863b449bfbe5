import { isX12Error } from 'ediloom';
import type { Trouble } from '../shared/protocol.js';
import { troubleOfEngine } from './page-words.js';
import { Superseded } from './pause.js';

/** What went wrong, for the page. Texts of other errors than ours could repeat data, and are not passed on. */
export function troubleOf(error: unknown): Trouble {
  if (isX12Error(error)) return troubleOfEngine(error);
  if (error instanceof Superseded) return { code: 'superseded', text: 'A newer change came in between.' };
  if (error instanceof SyntaxError) return { code: 'json', text: 'This is no JSON yet.' };
  if (error instanceof RangeError) return { code: 'memory', text: 'The browser has not enough memory for this file.' };
  if (error instanceof Refused) return { code: error.code, text: error.message };
  if (error instanceof LoadError) return { code: 'load', text: error.message };
  return { code: 'internal', text: 'The inspector met something that it does not know. Open the file again.' };
}

/** A file of the page itself that did not come. */
export class LoadError extends Error {}

/** A change that is not done, and why. */
export class Refused extends Error {
  readonly code: Trouble['code'];

  constructor(code: Trouble['code'], text: string) {
    super(text);
    this.code = code;
  }
}
