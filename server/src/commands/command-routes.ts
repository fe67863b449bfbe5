import Type from 'typebox';
import { type AdminRoute, adminRoute } from '../gateway/admin-route.js';
import { ApiError, notFound } from '../gateway/api-error.js';
import { UsageError } from './command.js';
import { COMMANDS } from './commands.js';

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
          if (error instanceof UsageError) throw new ApiError(400, 'USAGE', error.message);
          throw error;
        } finally {
          changed();
        }
      },
    }),
  ];
}
