import { listGuides } from '../guides/catalogue.js';
import { acknowledgmentsCommand } from './acknowledgments.js';
import { as2Command } from './as2.js';
import { checkCommand } from './check.js';
import { claimCommand } from './claim.js';
import type { Command } from './command.js';
import { completionCommand } from './completion.js';
import { connectionCommand } from './connection-file.js';
import { eligibilityCommand } from './eligibility.js';
import { exampleCommand } from './example.js';
import { explainCommand } from './explain.js';
import { formatCommand } from './format.js';
import { generateCommand } from './generate.js';
import { guidesCommand } from './guides.js';
import { inspectCommand } from './inspect.js';
import { parseCommand } from './parse.js';
import { receiveCommand } from './receive.js';
import { selectCommand } from './select.js';
import { sendCommand } from './send.js';
import { validateCommand } from './validate.js';

/** All commands, in the order of the overview. */
export const COMMANDS: readonly Command[] = [
  parseCommand,
  generateCommand,
  validateCommand,
  acknowledgmentsCommand,
  explainCommand,
  formatCommand,
  inspectCommand,
  selectCommand,
  guidesCommand,
  exampleCommand,
  eligibilityCommand,
  claimCommand,
  sendCommand,
  receiveCommand,
  connectionCommand,
  checkCommand,
  as2Command,
  completionCommand(() => COMMANDS, listGuides),
];
