import { readdirSync, readFileSync } from 'node:fs';

// What processes have taken of the machine, as Linux counts it.

/** Seconds of processor time of a process, and of those that it has started and that live; by the program they run. */
export function processorSeconds(pid: number): { readonly own: number; readonly readers: number } {
  const readers = childrenOf(pid, 'reading-program').map(secondsOf);
  return { own: secondsOf(pid), readers: readers.reduce((sum, one) => sum + one, 0) };
}

/** Processes that a process has started. @param program part of their command line. */
export function childrenOf(pid: number, program: string): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || statOf(name)[1] !== String(pid)) return [];
      return readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(program) ? [Number(name)] : [];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}

/** Memory in MB: what it has now, or the most that it has had. */
export function residentMb(pid: number, which: 'now' | 'peak' = 'now'): number {
  const name = which === 'now' ? 'VmRSS' : 'VmHWM';
  const [, kilobytes = '0'] =
    new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
  return Number(kilobytes) / 1_024;
}

function secondsOf(pid: number): number {
  const stat = statOf(pid);
  return (Number(stat[11]) + Number(stat[12])) / 100;
}

/** What stands behind the name: state, parent … */
function statOf(pid: number | string): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
}
