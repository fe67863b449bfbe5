import { type Octets, sliceOctets } from '../spool/octets.js';
import { type ContentType, parseContentType } from './content-type.js';
import { HEADER_LIMITS, type HeaderLimits, readHeaderBlock } from './header-block.js';
import { type Header, headerOf } from './headers.js';

/**
 * One MIME entity as slices of what was received; it is never written anew, since signatures and MICs are over its octets.
 */
export interface Entity {
  readonly headers: readonly Header[];
  readonly body: Octets;
  /** Headers, empty line and body; the body alone where the headers stand in HTTP. */
  readonly whole: Octets;
}

/** @throws MimeError `malformed`, `too-large`. */
export async function readEntity(octets: Octets, limits: HeaderLimits = HEADER_LIMITS): Promise<Entity> {
  const { headers, bodyOffset } = await readHeaderBlock(octets, limits);
  return { headers, body: sliceOctets(octets, bodyOffset), whole: octets };
}

/** RFC 2045 5.2: an entity that says nothing is plain text. @throws MimeError `malformed`, `ambiguous`. */
export function contentTypeOf({ headers }: Pick<Entity, 'headers'>): ContentType {
  return parseContentType(headerOf(headers, 'Content-Type') ?? 'text/plain');
}
