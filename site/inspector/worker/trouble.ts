import { isX12Error } from 'ediloom';
import type { Trouble } from '../shared/protocol.js';
import { Superseded } from './pause.js';

/** Where the engine's advice is about an option, which the page has set already. */
const OWN_TEXTS: Readonly<Record<string, string>> = {
  X12_NOT_AN_INTERCHANGE:
    'There is no X12 interchange here that can be read. One begins with ISA; its header has 106 bytes, each element of a fixed width.',
};

/** What went wrong, for the page. Texts of other errors than ours could repeat data, and are not passed on. */
export function troubleOf(error: unknown): Trouble {
  if (isX12Error(error)) return { code: error.code, text: OWN_TEXTS[error.code] ?? error.message };
  if (error instanceof Superseded) return { code: 'superseded', text: 'A newer change came in between.' };
  if (error instanceof SyntaxError) return { code: 'json', text: 'This is no JSON yet.' };
  if (error instanceof RangeError) return { code: 'memory', text: 'The browser has not enough memory for this file.' };
  if (error instanceof LoadError) return { code: 'load', text: error.message };
  return { code: 'internal', text: 'The inspector met something that it does not know. Open the file again.' };
}

/** A file of the page itself that did not come. */
export class LoadError extends Error {}
