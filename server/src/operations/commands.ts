import Type from 'typebox';
import { UsageError } from '../commands/command.js';
import { COMMANDS } from '../commands/commands.js';
import type { AdminRoute } from '../gateway/admin-route.js';
import { invalid, notFound } from '../problems.js';
import { adminRoute } from './route.js';

/** How the command line reaches a running server: each command by its name, its input as JSON. */
export function commandRoutes(changed: () => void): readonly AdminRoute[] {
  return [
    adminRoute({
      operation: 'RunCommand',
      method: 'POST',
      path: '/commands/:name',
      summary: 'Runs a command of `ediloom-server` in this process; for the command line.',
      schemas: {
        params: Type.Object({ name: Type.String() }),
        body: Type.Record(Type.String(), Type.Unknown()),
        response: { 200: Type.Unknown() },
      },
      handle: async ({ services, params, body }) => {
        const command = COMMANDS.find(({ name }) => name === params.name);
        if (command === undefined) throw notFound('command');
        try {
          return { body: await command.run(services, body) };
        } catch (error) {
          if (error instanceof UsageError) throw invalid(error.message, { code: 'USAGE' });
          throw error;
        } finally {
          changed();
        }
      },
    }),
  ];
}
