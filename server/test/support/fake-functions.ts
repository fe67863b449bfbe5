import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FunctionFolders } from '../../src/box/function-folders.js';
import { Places } from '../../src/box/places.js';
import type { FunctionError, Ran, Run } from '../../src/box/runner.js';
import { ByteBudget } from '../../src/exchange/delivery/byte-budget.js';
import type { FunctionMachine, FunctionsHere } from '../../src/exchange/functions/functions.js';
import { UnreadResults } from '../../src/exchange/functions/unread-results.js';

/** What a run comes to: a result, or an error. */
export type Scripted =
  | { readonly result: string; readonly log?: string }
  | { readonly error: FunctionError; readonly log?: string };

export interface FakeFunctions {
  readonly here: FunctionsHere & { readonly machine: FunctionMachine };
  /** What was run, in order. */
  readonly runs: readonly Run[];
  close(): void;
}

/** Functions without boxes, so that what stands around them is tested on every machine: nothing of a customer is run. */
export function fakeFunctions(script: (run: Run) => Scripted | Promise<Scripted>, waiting = 10): FakeFunctions {
  const folder = mkdtempSync(join(tmpdir(), 'fake-functions-'));
  const runs: Run[] = [];
  const runner = {
    run: async (run: Run): Promise<Ran> => {
      runs.push(run);
      const said = await script(run);
      const common = { log: { bytes: Buffer.from(said.log ?? ''), left: 0 }, took: 5 };
      if ('error' in said) return { ...common, how: 'failed', error: said.error };
      return { ...common, how: 'returned', result: Buffer.from(said.result) };
    },
  };
  const machine: FunctionMachine = {
    runner,
    places: new Places({ places: 2, share: 1, firsts: 0, waiting }),
    folders: new FunctionFolders(join(folder, 'code'), () => Date.now()),
    memory: new ByteBudget(64 * 1024 * 1024),
    strangers: new ByteBudget(64 * 1024 * 1024),
    unread: new UnreadResults(),
    gates: folder,
    ownAddress: () => undefined,
  };
  return {
    here: { isolation: { kind: 'box' }, machine, close: async () => undefined },
    runs,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
