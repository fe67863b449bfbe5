import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

// An object that is spread and then added to has a hidden class of its own, each time: whoever makes or reads it is several times as slow (`src/model/object-maker.ts`).
it('what is handed out has the same hidden class in each call', async () => {
  const program = fileURLToPath(new URL('hidden-classes.ts', import.meta.url));
  const options = ['--allow-natives-syntax', '--import', 'tsx', program];
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: ROOT });
  expect(JSON.parse(stdout)).toEqual([]);
}, 60_000);
