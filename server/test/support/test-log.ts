import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';

/** Where the servers of a run log; absent where tests run without `search-logs.ts`. */
const folder = (): string | undefined => process.env.EDILOOM_TEST_LOGS;

let log: Logger | undefined;

/** Everything that a server in this process would log, at every level, for the search at the end of the run. */
export function testLog(): Logger {
  const place = folder();
  if (place === undefined) return pino({ level: 'silent' });
  log ??= pino({ level: 'trace' }, pino.destination({ dest: join(place, `tests-${process.pid}.log`), sync: true }));
  // One each, as tests listen to theirs.
  return log.child({});
}

/** What a server of its own process has printed. */
export function keepOutput(processId: number | undefined, chunk: Buffer): void {
  const place = folder();
  if (place !== undefined) appendFileSync(join(place, `server-${processId}.log`), chunk);
}
