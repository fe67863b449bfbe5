import { ACCOUNT_COMMANDS } from './accounts.js';
import type { Command } from './command.js';
import { JOB_COMMANDS } from './jobs.js';
import { KEY_COMMANDS } from './keys.js';
import { MASTER_KEY_COMMANDS } from './master-keys.js';
import { PARTNERS_FILE_COMMANDS } from './partners-file.js';

/** All commands, longer names before those they begin with. */
export const COMMANDS: readonly Command[] = [
  ...ACCOUNT_COMMANDS,
  ...MASTER_KEY_COMMANDS,
  ...KEY_COMMANDS,
  ...JOB_COMMANDS,
  ...PARTNERS_FILE_COMMANDS,
];
