import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

/**
 * Runs the rows of a bench, each in a process of its own and compiled as it ships: what runs TypeScript as it is wraps every function,
 * and what ran before would have made the same functions slower.
 * @param folder with `time-one.ts`, which takes the number of a row.
 */
export async function rowsApart(folder: string, rows: number): Promise<void> {
  // Beside the sources, as the guides are found from there.
  const program = `${folder}compiled.mjs`;
  try {
    const entryPoints = [`${folder}time-one.ts`];
    await build({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
    for (let index = 0; index < rows; index++) {
      const { status } = spawnSync(process.execPath, [program, String(index)], { stdio: 'inherit' });
      if (status !== 0) process.exitCode = 1;
    }
  } finally {
    rmSync(program, { force: true });
  }
}
