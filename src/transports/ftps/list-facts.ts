import type { RemoteFile } from '../files/remote-files.js';
import { hasControlCharacter } from '../virtual-files/virtual-path.js';

/** Bytes of one line: some facts, and a path as long as paths can be. */
const MAX_LINE = 16 * 1024;
const LF = 10;

/**
 * All entries of what MLSD lists. Lines are read as they come: a large listing read at its end, or one endless line, would keep others waiting.
 * @throws Error for a line that is longer than any.
 */
export async function readFacts(listing: AsyncIterable<Uint8Array>): Promise<readonly RemoteFile[]> {
  const files: RemoteFile[] = [];
  let rest: Buffer = Buffer.alloc(0);
  const read = (text: string): void => {
    for (const line of text.split(/\r?\n/)) {
      const file = readFactsLine(line);
      if (file !== undefined) files.push(file);
    }
  };
  for await (const piece of listing) {
    const bytes = Buffer.concat([rest, piece]);
    // Whole lines, and so whole characters.
    const end = bytes.lastIndexOf(LF) + 1;
    rest = bytes.subarray(end);
    if (rest.length > MAX_LINE) throw new Error("Can't parse the listing: a line has no end.");
    read(bytes.toString('utf8', 0, end));
  }
  read(rest.toString());
  return files;
}

/** A listing for people, whose form shows only when all of it is there. */
export async function wholeText(listing: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of listing) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** A line of MLSD or MLST (RFC 3659): facts, one space, the name. `undefined` for the directory itself, its parent, and no entry. */
export function readFactsLine(line: string): RemoteFile | undefined {
  const space = line.indexOf(' ');
  if (space <= 0) return undefined;
  const facts = new Map<string, string>();
  for (const fact of line.slice(0, space).split(';')) {
    const equals = fact.indexOf('=');
    if (equals > 0) facts.set(fact.slice(0, equals).toLowerCase(), fact.slice(equals + 1));
  }
  const type = facts.get('type')?.toLowerCase() ?? '';
  if (facts.size === 0 || type === 'cdir' || type === 'pdir') return undefined;
  const modified = readTime(facts.get('modify') ?? '');
  return {
    name: line.slice(space + 1),
    kind: type === 'file' ? 'file' : type === 'dir' ? 'directory' : 'other',
    size: readSize(facts.get('size')) ?? 0,
    ...(modified === undefined ? {} : { modified }),
  };
}

/** The answer to MLST, which names one file or directory; `undefined` where it does not. */
export function readFactsReply(message: string): RemoteFile | undefined {
  const line = message
    .split('\n')
    .slice(1, -1)
    .map((text) => text.replace(/^ /, ''))
    .find((text) => text.includes('='));
  return line === undefined ? undefined : readFactsLine(line.replace(/type=[cp]dir;/i, 'type=dir;'));
}

/** Time in UTC: `20261120152100`, with or without a fraction. */
export function readTime(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,3})\d*)?$/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second, Number((match[7] ?? '').padEnd(3, '0')));
}

export function readSize(text: string | undefined): number | undefined {
  const size = /^\d{1,16}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return Number.isSafeInteger(size) ? size : undefined;
}

/** False for what no listing may name: a path, or what would break a line or a log. */
export function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !hasControlCharacter(name);
}
