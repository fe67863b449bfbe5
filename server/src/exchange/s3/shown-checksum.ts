import { checksumHeader } from '../../s3-wire/checksums/checksum.js';
import { readChecksumText } from '../../s3-wire/checksums/checksum-text.js';
import type { XmlNode } from '../../s3-wire/xml/write-xml.js';

/** A checksum as rows have it, as a header; none where there is none. */
export function checksumHeaders(checksum: string | undefined): Readonly<Record<string, string>> {
  if (checksum === undefined) return {};
  const { algorithm, value } = readChecksumText(checksum);
  return { [checksumHeader(algorithm)]: value };
}

/** The same as an element. */
export function checksumContent(checksum: string | null | undefined): readonly XmlNode[] {
  if (checksum === null || checksum === undefined) return [];
  const { algorithm, value } = readChecksumText(checksum);
  return [[`Checksum${algorithm.toUpperCase()}`, value]];
}
