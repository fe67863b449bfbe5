import { isToken } from './header-block.js';
import { MimeError } from './mime-error.js';
import { parseParameters } from './parameters.js';

export interface ContentType {
  /** Type and subtype in lower case: `multipart/signed`. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** @throws MimeError `malformed`, `ambiguous`, `too-large`. */
export function parseContentType(text: string): ContentType {
  const { value, parameters } = parseParameters(text);
  const names = value.split('/').map((name) => name.trim());
  if (names.length !== 2 || !names.every(isToken)) {
    throw new MimeError('malformed', 'The Content-Type is not of the form type/subtype.');
  }
  return { type: names.join('/').toLowerCase(), parameters };
}

/** A header value with parameters; those that are no token stand in quotes. */
export function formatParameters(value: string, parameters: Readonly<Record<string, string>>): string {
  return [value, ...Object.entries(parameters).map(([name, text]) => `${name}=${quoteUnlessToken(text)}`)].join('; ');
}

function quoteUnlessToken(text: string): string {
  return isToken(text) ? text : quote(text);
}

/** RFC 5322 quoted-string. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
