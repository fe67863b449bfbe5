import { writeSync } from 'node:fs';

/**
 * Ends this process by SIGKILL at the n-th step that it takes, after it wrote `killed STEP`; `EDILOOM_KILL_STEP` says which,
 * without it none.
 */
export function killAtStep(): (name: string) => void {
  let left = Number(process.env.EDILOOM_KILL_STEP ?? 0);
  return (name) => {
    if (--left !== 0) return;
    writeSync(1, `killed ${name.replaceAll(' ', '-')}\n`);
    process.kill(process.pid, 'SIGKILL');
  };
}
