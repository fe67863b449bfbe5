import { createWriteStream } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import pino from 'pino';
import type { Config } from '../config.js';
import { startServer } from './start-server.js';

interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/**
 * How much garbage may lie beside what lives before it is collected, in percent of it. V8 by itself lets the memory of a busy server
 * grow to several times what it needs: over 300 MB, in place of 220.
 */
const GARBAGE_PERCENT = 100;

/** Runs the server until SIGTERM or SIGINT; a second signal ends it at once. */
export async function serve(config: Config, terminal: Terminal): Promise<0 | 1> {
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
  // Logs go to standard error, so that what a person is shown on standard output stays apart.
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
