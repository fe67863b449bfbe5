/** RFC 4130 6.2: 1 to 128 characters of printable ASCII, space included; case counts. */
export function isAs2Id(id: string): boolean {
  return /^[\x20-\x7e]{1,128}$/.test(id) && id.trim() === id;
}

/** The value of AS2-From or AS2-To: in quotes only where the id has a space, a quote or a backslash. */
export function formatAs2Id(id: string): string {
  return /[\s"\\]/.test(id) ? `"${id.replace(/["\\]/g, '\\$&')}"` : id;
}

/** The id that AS2-From or AS2-To names, quotes undone; `undefined` where it is none. */
export function parseAs2Id(value: string): string | undefined {
  const text = value.trim();
  const id = /^"(?:[^"\\]|\\.)*"$/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
  return isAs2Id(id) ? id : undefined;
}
