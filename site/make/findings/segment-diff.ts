/** Lines shown before and behind what differs. */
const AROUND = 1;
const MOST_LINES = 14;
const MOST_CHARACTERS = 160;

/** What was changed in a text of X12, segment by segment, as a diff. */
export function segmentDiff(before: string, after: string): string {
  const old = segments(before);
  const changed = segments(after);
  let same = 0;
  while (same < Math.min(old.length, changed.length) && old[same] === changed[same]) same++;
  let end = 0;
  while (end < Math.min(old.length, changed.length) - same && old.at(-1 - end) === changed.at(-1 - end)) end++;
  return [
    ...old.slice(Math.max(0, same - AROUND), same).map((line) => `  ${line}`),
    ...few(old.slice(same, old.length - end)).map((line) => `- ${line}`),
    ...few(changed.slice(same, changed.length - end)).map((line) => `+ ${line}`),
    ...old.slice(old.length - end, old.length - end + AROUND).map((line) => `  ${line}`),
  ].join('\n');
}

function segments(text: string): readonly string[] {
  // A segment keeps its terminator, and what stands behind the last one is a line, too.
  return (text.match(/[^~]*~|[^~]+$/g) ?? []).map(printable);
}

/** Control characters are drawn; what is long is cut. */
function printable(segment: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const drawn = segment.replace(/[\u0000-\u001f]/g, (character) =>
    String.fromCharCode(0x2400 + character.charCodeAt(0)),
  );
  return drawn.length > MOST_CHARACTERS ? `${drawn.slice(0, MOST_CHARACTERS)}…` : drawn;
}

function few(lines: readonly string[]): readonly string[] {
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES), `… ${lines.length - MOST_LINES} more`];
}
