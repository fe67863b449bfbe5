import { createWriteStream } from 'node:fs';
import pino from 'pino';
import type { Config } from '../config.js';
import { startServer } from './start-server.js';

interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/** Runs the server until SIGTERM or SIGINT; a second signal ends it at once. */
export async function serve(config: Config, terminal: Terminal): Promise<0 | 1> {
  // Logs go to standard error, so that what a person is told on standard output stays apart.
  const log = pino({ level: config.logLevel, base: { pid: process.pid } }, createWriteStream('', { fd: 2 }));
  const server = await startServer(config, log);
  terminal.out(server.greeting);
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name));
  });
  log.info({ signal }, 'ending');
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => process.exit(1));
  await server.close();
  log.info('ended');
  return 0;
}
