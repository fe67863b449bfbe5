/** What a group of a pattern holds, as far as it has been read. */
interface Group {
  /** Atoms of which it may take more or fewer, such as `[A-Z]+`. */
  readonly varying: string[];
  /** One of them may repeat, here or in a group within. */
  repeats: boolean;
  /** It has branches or groups. */
  isBranched: boolean;
  readonly atoms: Atom[];
}

interface Atom {
  readonly source: string;
  /** Of a group. */
  readonly group?: Group;
  isQuantified: boolean;
}

interface Quantifier {
  readonly length: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Whether a pattern repeats what repeats itself, as `(([A-Z0-9]+)+)+` does: an engine that backtracks may need a time for it that doubles
 * with each character. Groups that a character of their own keeps apart, such as `(-[A-Z]+)*`, are no such thing. What is slow for other
 * reasons is not seen. @param pattern of ECMAScript, flag `u`. Linear in its length.
 */
export function hasNestedQuantifiers(pattern: string): boolean {
  const open: Group[] = [newGroup()];
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at, at + LONGEST_TOKEN);
    const group = open.at(-1);
    if (group === undefined) return false; // a bracket too many: no pattern
    const begun = /^\((?:\?(?:<?[=!]|:|<[^>]*>))?/.exec(rest)?.[0];
    if (begun !== undefined) {
      open.push(newGroup());
      at += begun.length;
      continue;
    }
    if (rest.startsWith('|')) {
      group.isBranched = true;
      at++;
      continue;
    }
    const atom = rest.startsWith(')') ? closed(open) : { source: tokenAt(pattern, at), isQuantified: false };
    at += atom.source.length;
    const quantifier = quantifierAt(pattern, at);
    if (quantifier !== undefined) {
      if (atom.group?.repeats === true && quantifier.max > 1 && !isKeptApart(atom.group)) return true;
      at += quantifier.length;
    }
    add(open.at(-1), atom, quantifier);
  }
  return false;
}

/** Names of groups and properties are shorter; what is not seen whole is read as single characters. */
const LONGEST_TOKEN = 200;

function newGroup(): Group {
  return { varying: [], repeats: false, isBranched: false, atoms: [] };
}

function closed(open: Group[]): Atom {
  const group = open.pop();
  return { source: ')', isQuantified: false, ...(group === undefined ? {} : { group }) };
}

function add(group: Group | undefined, atom: Atom, quantifier: Quantifier | undefined): void {
  if (group === undefined) return;
  atom.isQuantified = quantifier !== undefined;
  group.atoms.push(atom);
  if (atom.group !== undefined) group.isBranched = true;
  if (atom.group?.repeats === true) group.repeats = true;
  if (quantifier === undefined || quantifier.min === quantifier.max) return;
  group.varying.push(atom.source);
  if (quantifier.max > 1) group.repeats = true;
}

/** An escape, a class or a character. */
function tokenAt(pattern: string, at: number): string {
  const rest = pattern.slice(at, at + LONGEST_TOKEN);
  const escaped = /^\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|k<[^>]*>|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/su.exec(rest);
  if (escaped !== null) return escaped[0];
  if (rest.startsWith('[')) return pattern.slice(at, endOfClass(pattern, at));
  return String.fromCodePoint(pattern.codePointAt(at) ?? 0);
}

function endOfClass(pattern: string, from: number): number {
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === ']') return at + 1;
  }
  return pattern.length;
}

function quantifierAt(pattern: string, at: number): Quantifier | undefined {
  const match = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(pattern.slice(at, at + LONGEST_TOKEN));
  if (match === null) return undefined;
  const [{ length }, sign, least, comma, most] = match;
  if (sign !== undefined)
    return { length, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
  const min = Number(least);
  return { length, min, max: comma === undefined ? min : most === '' ? Number.POSITIVE_INFINITY : Number(most) };
}

/** Whether each round begins or ends with a character that the one atom that repeats does not take: there is one way to read it then. */
function isKeptApart({ atoms, varying, isBranched }: Group): boolean {
  const [only, ...others] = varying;
  if (isBranched || only === undefined || others.length > 0) return false;
  return [atoms[0], atoms.at(-1)].some(
    (mark) => mark !== undefined && !mark.isQuantified && isCharacter(mark.source) && !takes(only, mark.source),
  );
}

function isCharacter(source: string): boolean {
  return /^(?:\\[^\w\s]|[^\\[.^$])$/u.test(source);
}

function takes(atom: string, character: string): boolean {
  try {
    return new RegExp(`^(?:${atom})$`, 'u').test(character.replace('\\', ''));
  } catch {
    return true; // \k without its group: what is not known is not taken for harmless
  }
}
