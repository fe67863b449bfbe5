import type { Uploads } from '../../store/bucket-tables.js';
import type { Json } from '../../store/tables.js';

/** `uploads.headers`. */
export function headersColumn(headers: Readonly<Record<string, string>>): Json {
  return JSON.stringify(headers);
}

/** The headers that the object will be answered with. */
export function headersOfUpload({ headers }: Pick<Uploads, 'headers'>): Readonly<Record<string, string>> {
  // Written by `headersColumn`.
  return headers === null ? {} : (JSON.parse(headers) as Readonly<Record<string, string>>);
}
