/** `10MB`, `1.5GB`, `500KB` or plain bytes; a megabyte is 1,000,000 bytes. Undefined when it is none of these. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*(k|m|g)?b?$/i.exec(text.trim());
  if (match?.[1] === undefined) return undefined;
  const factor = { k: 1e3, m: 1e6, g: 1e9 }[match[2]?.toLowerCase() as 'k' | 'm' | 'g'] ?? 1;
  const bytes = Math.round(Number(match[1]) * factor);
  return bytes > 0 ? bytes : undefined;
}
