import type { VirtualEntry } from '../virtual-files/virtual-files.js';

/** RFC 3659: facts, one space, the name. */
export function factsLine(entry: VirtualEntry, name = entry.name): string {
  const size = entry.kind === 'file' ? `size=${entry.size};` : '';
  return `type=${entry.kind === 'file' ? 'file' : 'dir'};${size}modify=${timeOf(entry.modified)}; ${name}`;
}

/** `YYYYMMDDHHMMSS` in UTC. */
export function timeOf(modified: number): string {
  return new Date(modified).toISOString().slice(0, 19).replace(/[-:T]/g, '');
}

/** The inverse of {@link timeOf}; a fraction is left out. */
export function readTime(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?$/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
