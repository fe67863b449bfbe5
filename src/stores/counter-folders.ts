import { resolve } from 'node:path';
import { type ControlNumberScope, scopeKey } from '../envelope/control-number-scope.js';
import {
  type ControlNumberOptions,
  type ControlNumbers,
  controlNumberRule,
  type SetControlNumberOptions,
  setControlNumber,
  takeControlNumbers,
} from '../envelope/control-numbers.js';
import { isX12Error, X12Error } from '../model/error.js';
import { CounterFolder } from './counter-folder.js';
import { codeOf, type FolderSteps } from './folder-steps.js';

export interface FileControlNumbersOptions extends ControlNumberOptions {
  /** A directory for these numbers alone. It must exist; a relative path is taken from where the process is now. */
  readonly directory: string;
}

/** The port over a directory of counters, by any steps. */
export function fileControlNumbers(options: FileControlNumbersOptions, steps: FolderSteps): ControlNumbers {
  const { start, rollOver } = controlNumberRule(options);
  if (typeof options.directory !== 'string' || options.directory === '') {
    throw new X12Error('X12_OPTION_INVALID', 'directory must name a directory.', { details: { option: 'directory' } });
  }
  const directory = resolve(options.directory);
  const folders = new Map<string, CounterFolder>();
  const folderOf = (scope: ControlNumberScope): CounterFolder => {
    const key = scopeKey(scope);
    const folder = folders.get(key) ?? new CounterFolder(directory, scope, steps);
    folders.set(key, folder);
    return folder;
  };
  return {
    next: (scope: ControlNumberScope, count = 1): Promise<number> =>
      orUnavailable(directory, () =>
        folderOf(scope).change((now) => {
          const run = takeControlNumbers(now ?? start, count, rollOver);
          return { state: run.state, result: run.first };
        }),
      ),
    peek: (scope: ControlNumberScope): Promise<number> =>
      orUnavailable(directory, async () => {
        const now = await folderOf(scope).state();
        return takeControlNumbers(now ?? start, 1, rollOver).first;
      }),
    set: (scope: ControlNumberScope, next: number, { goBack }: SetControlNumberOptions = {}): Promise<void> =>
      orUnavailable(directory, () =>
        folderOf(scope).change((now) => ({
          state: setControlNumber(now, next, { rollOver, goBack }),
          result: undefined,
        })),
      ),
  };
}

async function orUnavailable<T>(directory: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isX12Error(error)) throw error;
    const systemCode = codeOf(error);
    throw new X12Error(
      'X12_CONTROL_NUMBERS_UNAVAILABLE',
      `The control numbers cannot be read or written (${systemCode || 'unknown reason'}). Nothing was given. Look at the ` +
        'directory: it must be on a local disk with room, and this process must be allowed to list it and to write into it.',
      { cause: error, details: { directory, systemCode } },
    );
  }
}
