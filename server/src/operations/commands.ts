import Type from 'typebox';
import { isLocal, UsageError } from '../commands/command.js';
import { COMMANDS } from '../commands/commands.js';
import type { AdminRoute } from '../gateway/admin-route.js';
import { invalid, notFound } from '../problems.js';
import { adminRoute } from './route.js';

/** Commands send what stands in files: payers, enrollments, routes. These are bounded by less, and JSON says more of a table than it has. */
const FILE_BYTES = 48 * 1024 * 1024;

/**
 * How the command line reaches a running server: each command by its name, its input as JSON. A command may change keys and limits, so
 * this process reads them anew after each.
 * @throws Problem `not-found` for no such command, `invalid` with the code `USAGE` for input that it cannot use: then the command line
 * shows its usage.
 */
const runCommandRoute = adminRoute({
  operation: 'RunCommand',
  method: 'POST',
  path: '/commands/:name',
  summary: 'Run a command of `ediloom-server` in this process',
  description: 'For the command line, which sends what it has read.',
  schemas: {
    params: Type.Object({ name: Type.String({ description: 'Name of the command: `accounts`.' }) }),
    // Each command checks its own input: it may come from an older command line.
    body: Type.Record(Type.String(), Type.Unknown()),
    response: { 200: Type.Unknown({ description: 'What the command answers: JSON of its own.' }) },
  },
  bodyLimit: FILE_BYTES,
  // Whatever a command may come to.
  problems: ['conflict', 'over-quota'],
  changesKeys: true,
  handle: async ({ services, params, body }) => {
    const command = COMMANDS.find(({ name }) => name === params.name);
    if (command === undefined || isLocal(command)) throw notFound('command');
    try {
      return { body: await command.run(services, body) };
    } catch (error) {
      if (error instanceof UsageError) throw invalid(error.message, { code: 'USAGE' });
      throw error;
    }
  },
});

export const commandRoutes: readonly AdminRoute[] = [runCommandRoute];
