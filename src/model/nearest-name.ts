/** Names longer than this are not compared: what strangers send may be of any length. */
const MAX_LENGTH = 64;

/** The known name that somebody most likely meant; `undefined` where none is near. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (given.length > MAX_LENGTH) return undefined;
  const plain = plainOf(given);
  // What is right but for case and marks between words is meant, whatever else is near.
  const same = known.find((name) => plainOf(name) === plain);
  if (same !== undefined) return same;
  const most = Math.max(1, Math.floor(plain.length / 3));
  let nearest: { readonly name: string; readonly edits: number } | undefined;
  for (const name of known) {
    const plainName = plainOf(name);
    // Half a name, as in `partnership` for `partnershipId`, is nearer than its missing letters say.
    const isPart = plain.length >= 3 && (plainName.startsWith(plain) || plain.startsWith(plainName));
    // Each letter more or less is an edit: most names are told from the given one by their length alone.
    if (!isPart && Math.abs(plain.length - plainName.length) > most) continue;
    const edits = isPart ? 1 : editsBetween(plain, plainName);
    if (edits <= most && edits < (nearest?.edits ?? Number.POSITIVE_INFINITY)) nearest = { name, edits };
  }
  return nearest?.name;
}

function plainOf(name: string): string {
  return name.toLowerCase().replace(/[-_.\s]/g, '');
}

/** Letters to add, leave out, replace, or exchange with their neighbour. */
export function editsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      }
      row.push(edits);
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}

/** ` Did you mean "name"?`, or some of the known names where none is near; ready to follow a sentence. */
export function nameAdvice(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known);
  if (nearest !== undefined) return ` Did you mean ${nearest}?`;
  if (known.length === 0) return '';
  const shown = known.slice(0, MAX_SHOWN).join(', ');
  return ` Known are: ${shown}${known.length > MAX_SHOWN ? ' ...' : ''}.`;
}

const MAX_SHOWN = 20;

/** A name that somebody has sent, as a sentence may quote it: short, and without what would break a line. */
export function quotedName(name: string): string {
  const plain = Array.from(name.slice(0, MAX_LENGTH), (letter) =>
    /[\p{L}\p{N}\p{P}\p{S} ]/u.test(letter) ? letter : '?',
  );
  return `${plain.join('')}${name.length > MAX_LENGTH ? '...' : ''}`;
}
