import type { VirtualEntry } from '../virtual-files/virtual-files.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Milliseconds. `ls` shows the year in place of the time for what is older. */
const HALF_A_YEAR = 182 * 24 * 3600 * 1000;

/** As `ls -l` writes it, in UTC: what people see over SFTP, and what FTPS clients without MLSD read. */
export function longLine({ kind, name, size, modified }: VirtualEntry, user: string, now: number): string {
  const rights = kind === 'file' ? '-rw-rw----' : 'drwxrwx---';
  const owner = user
    .replace(/[^\w.@-]/g, '_')
    .slice(0, 32)
    .padEnd(8);
  return `${rights} 1 ${owner} ${owner} ${String(size).padStart(12)} ${shortTime(modified, now)} ${name}`;
}

function shortTime(modified: number, now: number): string {
  const iso = new Date(modified).toISOString();
  const day = `${MONTHS[Number(iso.slice(5, 7)) - 1]} ${String(Number(iso.slice(8, 10))).padStart(2)}`;
  const recent = Math.abs(now - modified) < HALF_A_YEAR;
  return `${day} ${recent ? iso.slice(11, 16) : iso.slice(0, 4).padStart(5)}`;
}
