import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { FunctionFolders } from '../../src/box/function-folders.js';
import { Places } from '../../src/box/places.js';
import type { FunctionRunner } from '../../src/box/runner.js';
import type { FunctionsHere } from '../../src/exchange/functions/functions.js';

/** Functions that this runner is asked for, whatever the machine can do; their folders go with the test. */
export function functionsBy(runner: FunctionRunner, places = 4): FunctionsHere {
  const folder = mkdtempSync(join(tmpdir(), 'functions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const machine = {
    ...{ runner, gates: folder, ownAddress: () => undefined },
    places: new Places({ places, share: places, waiting: 1 }),
    folders: new FunctionFolders(join(folder, 'folders'), () => Date.now()),
  };
  return { isolation: { kind: 'none' }, machine, close: async () => undefined };
}
