import { setFlagsFromString } from 'node:v8';
import pino from 'pino';
import type { Config, Environment } from '../config.js';
import { logOutput } from './log-output.js';
import { startServer } from './start-server.js';
import { misspeltSettings } from './unknown-settings.js';

interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/**
 * How much garbage may lie beside what lives before it is collected, in percent of it. V8 by itself lets the memory of a busy server
 * grow to several times what it needs: over 300 MB, in place of 220.
 */
const GARBAGE_PERCENT = 100;

/**
 * Milliseconds in which a second signal is taken for the first: a supervisor signals the whole group of processes, and npm, which is one
 * of them, hands its signal on.
 */
const ECHO_MS = 1000;

/** Runs the server until SIGTERM or SIGINT, which wait for a start to be over; a second signal, a second later, ends it at once. */
export async function serve(config: Config, terminal: Terminal, env: Environment): Promise<0 | 1> {
  // Node.js would open a door for debuggers, which whoever reaches this machine's ports could look at all secrets through.
  process.on('SIGUSR1', () => undefined);
  setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
  // Logs go to standard error, so that what a person is shown on standard output stays apart.
  const log = pino({ level: config.logLevel, base: { pid: process.pid } }, logOutput(2));
  for (const { name, meant } of misspeltSettings(env)) {
    log.warn({ name, meant }, `The variable ${name} is no setting of this server. Perhaps ${meant} is meant.`);
  }
  // Heard from here on: whoever reads that the server listens may send one before the next line of this has run.
  const ending = endSignal();
  void ending.then((signal) =>
    log.info(
      { signal, mostMs: config.shutdownMs },
      'ending: what is under way is waited for; another signal ends it at once',
    ),
  );
  const server = await startServer(config, log);
  terminal.out(server.greeting);
  await ending;
  await server.close();
  log.info('ended');
  return 0;
}

/** The first signal to end; from a second after it on, another one ends the process at once. */
function endSignal(): Promise<string> {
  return new Promise((resolve) => {
    let isEnding = false;
    let isUrgent = false;
    for (const name of ['SIGTERM', 'SIGINT'] as const) {
      process.on(name, () => {
        if (isUrgent) process.exit(1);
        if (isEnding) return;
        isEnding = true;
        setTimeout(() => {
          isUrgent = true;
        }, ECHO_MS).unref();
        resolve(name);
      });
    }
  });
}
