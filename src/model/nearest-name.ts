/** Names longer than this are not compared: what strangers send may be of any length. */
const MAX_LENGTH = 64;

/** More edits than that make another name, however long the names are. */
const MOST_EDITS = 6;
/** Plain forms of lists of names, as long as somebody keeps the list. */
const plainNames = new WeakMap<readonly string[], readonly string[]>();

/**
 * The known name that somebody most likely meant; `undefined` where none is near.
 * @param known asked of again and again, the same list costs less than its like.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (given.length > MAX_LENGTH) return undefined;
  const plain = plainOf(given);
  const names = plainNamesOf(known);
  // What is right but for case and marks between words is meant, whatever else is near.
  const same = names.indexOf(plain);
  if (same >= 0) return known[same];
  const most = Math.min(MOST_EDITS, Math.max(1, Math.floor(plain.length / 3)));
  let nearest: string | undefined;
  let least = most + 1;
  for (const [index, name] of names.entries()) {
    // Half a name, as in `partnership` for `partnershipId`, is nearer than its missing letters say.
    const isPart = plain.length >= 3 && (name.startsWith(plain) || plain.startsWith(name));
    const edits = isPart ? 1 : editsWithin(plain, name, Math.min(most, Math.ceil(least)));
    // Of names that are as near, one that goes on as it was begun: PO is PO1 rather than SPO.
    const weight = name.startsWith(plain) ? edits - 0.5 : edits;
    if (edits > most || weight >= least) continue;
    nearest = known[index];
    least = weight;
  }
  return nearest;
}

function plainNamesOf(known: readonly string[]): readonly string[] {
  let names = plainNames.get(known);
  // A list may have grown since.
  if (names === undefined || names.length !== known.length) {
    names = known.map(plainOf);
    plainNames.set(known, names);
  }
  return names;
}

function plainOf(name: string): string {
  return name.toLowerCase().replace(/[-_.\s]/g, '');
}

/** Letters to add, leave out, replace, or exchange with their neighbour. */
export function editsBetween(one: string, other: string): number {
  return editsWithin(one, other, Number.POSITIVE_INFINITY);
}

/** The same as long as there are no more than `most`; else some number above it. */
function editsWithin(one: string, other: string, most: number): number {
  // Each letter more or less is an edit: most names are told from the given one by their length alone.
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      }
      row.push(edits);
      if (edits < least) least = edits;
    }
    // Edits never become fewer from row to row, but for the two letters of an exchange.
    if (least > most + 1) return most + 1;
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
