/** The digest of a `Content-MD5` in hexadecimal digits. @returns `undefined` for text that is not 16 bytes in base64. */
export function contentMd5(header: string): string | undefined {
  const bytes = Buffer.from(header, 'base64');
  return bytes.length === 16 && bytes.toString('base64') === header.trim() ? bytes.toString('hex') : undefined;
}
