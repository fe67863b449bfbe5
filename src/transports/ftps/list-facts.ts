import type { RemoteFile } from '../files/remote-files.js';
import { hasControlCharacter } from '../virtual-files/virtual-path.js';

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
