/** An ETag as headers and XML have it. */
export function quotedEtag(etag: string): string {
  return `"${etag}"`;
}

/** Without its quotation marks, which some clients leave out themselves. */
export function bareEtag(text: string): string {
  return text.replace(/^"(.*)"$/s, '$1');
}
