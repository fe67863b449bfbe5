import pino from 'pino';
import { type Command, type Input, UsageError } from '../commands/command.js';
import type { Config } from '../config.js';
import { readOwnerFile } from '../owner-file.js';
import type { ProblemDetail } from '../problems.js';
import { StoreError } from '../store/store.js';
import { askServer } from './ask-server.js';
import { buildServices } from './build-services.js';
import { problemText } from './problem-text.js';

/** Runs a command here, on the store; or in the running server, where one owns the store. */
export async function runWhereTheStoreIs(command: Command, input: Input, config: Config): Promise<unknown> {
  const built = await buildServices(config, {
    log: pino({ level: 'silent' }),
    publicUrl: () => config.publicUrl ?? '',
  }).catch((error: unknown) => {
    if (error instanceof StoreError && error.code === 'in-use') return undefined;
    throw error;
  });
  if (built === undefined) return runInServer(command, input, config);
  try {
    return await command.run(built.services, input);
  } finally {
    await built.close();
  }
}

/** By the admin route of the server that owns the data folder; it has written down where it listens. */
async function runInServer({ name }: Command, input: Input, config: Config): Promise<unknown> {
  const url = readOwnerFile(config.dataDir, 'url');
  const token = config.adminToken ?? readOwnerFile(config.dataDir, 'admin-token');
  if (url === undefined || token === undefined) {
    throw new Error('A server owns the data folder, but it does not listen yet. Try again in a moment.');
  }
  const response = await askServer({
    ...{ url, token, fingerprint: readOwnerFile(config.dataDir, 'certificate') },
    path: `/admin/commands/${encodeURIComponent(name)}`,
    body: JSON.stringify(input),
  }).catch((cause: unknown) => {
    throw new Error(`The server that owns the data folder does not answer at ${url}. Try again in a moment.`, {
      cause,
    });
  });
  const body: unknown = JSON.parse(response.body);
  if (response.status < 300) return body;
  const { message, code, errors = [] } = body as { message?: string; code?: string; errors?: readonly ProblemDetail[] };
  const text = problemText({ message: message ?? `The server answered ${response.status}.`, errors });
  throw code === 'USAGE' ? new UsageError(text) : new Error(text);
}
