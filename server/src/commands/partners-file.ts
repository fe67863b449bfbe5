import type { Command } from './command.js';

export const PARTNERS_FILE_COMMANDS: readonly Command[] = [];
