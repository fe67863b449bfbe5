/** A header field with parameters: `multipart/form-data; boundary="x"`. */
export interface Parametered {
  /** In small letters. */
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Headers are short; no partner's has so many parameters. */
const MAX_PARAMETERS = 20;

/** `name=value` or `name="quoted value"`, from where the last one ended. */
const PARAMETER = /\s*;\s*([^\s=;]{1,80})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/y;

/** Reads a header field with parameters; names count in small letters, and of one that is repeated the first. */
export function readParameters(header: string): Parametered {
  const end = header.indexOf(';');
  const value = (end === -1 ? header : header.slice(0, end)).trim().toLowerCase();
  const parameters = new Map<string, string>();
  if (end === -1) return { value, parameters };
  const pattern = new RegExp(PARAMETER);
  pattern.lastIndex = end;
  for (let count = 0; count < MAX_PARAMETERS; count++) {
    const found = pattern.exec(header);
    if (found === null) break;
    const name = (found[1] ?? '').toLowerCase();
    const text = found[2]?.replace(/\\(.)/g, '$1') ?? (found[3] ?? '').trim();
    if (!parameters.has(name)) parameters.set(name, text);
  }
  return { value, parameters };
}
