import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ran, Run } from '../../src/box/runner.js';
import { openTestRunner } from '../support/boxes.js';

/** Runs code in boxes. */
export async function boxWorld() {
  const { folder, ...opened } = await openTestRunner();
  const { runner } = opened;
  if (runner === undefined) throw new Error(JSON.stringify(opened.isolation));
  let count = 0;
  const run = (code: string, options: Partial<Run> = {}, file = 'index.mjs'): Promise<Ran> => {
    const place = join(folder, String(count++));
    mkdirSync(place);
    chmodSync(place, 0o755);
    writeFileSync(join(place, file), code);
    return runner.run({
      ...{ folder: place, event: Buffer.from('{"a":1}'), environment: {}, context: { functionName: 'tried' } },
      ...{ timeoutMs: 10_000, memoryMb: 128, mostBytes: 6_000_000 },
      ...options,
    });
  };
  /** What a function with this body returns. */
  const returned = async (body: string, options?: Partial<Run>): Promise<unknown> => {
    const ran = await run(`export const handler = async (event, context) => { ${body} };`, options);
    if (ran.how === 'failed') throw new Error(`${ran.error.errorType}: ${ran.error.errorMessage}`);
    return JSON.parse(Buffer.from(ran.result).toString());
  };
  return { folder, run, returned, end: () => rmSync(folder, { recursive: true, force: true }) };
}
