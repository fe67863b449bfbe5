import type { VirtualEntry } from '../virtual-files/virtual-files.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Milliseconds. `ls` shows the year in place of the time for what is older. */
const HALF_A_YEAR = 182 * 24 * 3600 * 1000;

/** RFC 3659: facts, one space, the name. */
export function factsLine(entry: VirtualEntry, name = entry.name): string {
  const size = entry.kind === 'file' ? `size=${entry.size};` : '';
  return `type=${entry.kind === 'file' ? 'file' : 'dir'};${size}modify=${timeOf(entry.modified)}; ${name}`;
}

/** As `ls -l` writes it, in UTC: what clients without MLSD read. */
export function longLine(entry: VirtualEntry, now: number): string {
  const mode = entry.kind === 'file' ? '-rw-------' : 'drwx------';
  return `${mode} 1 owner group ${String(entry.size).padStart(12)} ${shortTime(entry.modified, now)} ${entry.name}`;
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

function shortTime(modified: number, now: number): string {
  const iso = new Date(modified).toISOString();
  const day = `${MONTHS[Number(iso.slice(5, 7)) - 1]} ${String(Number(iso.slice(8, 10))).padStart(2)}`;
  const recent = Math.abs(now - modified) < HALF_A_YEAR;
  return `${day} ${recent ? iso.slice(11, 16) : iso.slice(0, 4).padStart(5)}`;
}
