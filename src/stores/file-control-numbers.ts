import type { ControlNumbers } from '../envelope/control-numbers.js';
import { requireForm } from '../model/check-options.js';
import { type FileControlNumbersOptions, fileControlNumbers } from './counter-folders.js';
import { folderSteps } from './folder-steps.js';

export type { FileControlNumbersOptions } from './counter-folders.js';

/**
 * Counters in a directory on a local disk: durable when `next` resolves, safe against a kill at any instant, shared by any
 * number of processes without a lock. Two small files a scope, whatever the number of claims; `ls` shows where each counter
 * stands and `cat` whose it is. Guarantees by file system: `src/stores/README.md`.
 *
 * Its calls throw, beside what the port says: X12Error `X12_CONTROL_NUMBERS_UNAVAILABLE` (directory missing or not
 * writable, disk full: `cause` has the system's error, `details.systemCode` its name) and `X12_CONTROL_NUMBERS_DAMAGED`
 * (`details.folder`; the message says how to mend it). After either, what may have been given is spent.
 * @throws X12Error `X12_OPTION_INVALID`. Files are not looked at before the first call.
 */
export function createFileControlNumbers(options: FileControlNumbersOptions): ControlNumbers {
  requireForm('createFileControlNumbers', 'options', options, 'object');
  return fileControlNumbers(options, folderSteps);
}
