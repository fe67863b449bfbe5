import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { Environment } from '../../src/config.js';
import { readConfig } from '../../src/start/read-config.js';
import { type RunningServer, startServer } from '../../src/start/start-server.js';
import { orderRequest } from '../support/orders.js';
import { postgresPlace } from '../support/postgres-place.js';
import { runLine } from '../support/run-line.js';

/** Where a server is at home: a data folder, and on PostgreSQL a database. */
export interface Home {
  readonly env: Environment;
  readonly dataDir: string;
  start(): Promise<RunningServer>;
  /** Runs a command line. */
  run(...argv: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly error: string }>;
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ediloom-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty home, with the master key of another where one is given, as an operator would bring it. */
export async function newHome(settings: Environment = {}, keyOf?: Home): Promise<Home> {
  const dataDir = temporaryFolder();
  if (keyOf !== undefined) cpSync(join(keyOf.dataDir, 'master.key'), join(dataDir, 'master.key'));
  const env: Environment = {
    ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', SHUTDOWN_MS: '5000', PATH: process.env.PATH },
    ...(await database()),
    ...settings,
  };
  return {
    env,
    dataDir,
    start: async () => {
      const server = await startServer(readConfig(env), pino({ level: 'silent' }));
      onTestFinished(() => server.close());
      return server;
    },
    run: (...argv) => runLine(argv, env),
  };
}

async function database(): Promise<Environment> {
  const server = process.env.EDILOOM_TEST_PG;
  if (server === undefined || server === '') return {};
  const place = await postgresPlace(server);
  onTestFinished(() => place.remove());
  return { DATABASE_URL: place.address };
}

/** What generating an order answers. */
export interface Generated {
  readonly status: number;
  readonly body: { readonly fileExecutionId?: string; readonly edi?: string; readonly code?: string };
  /** ISA13. */
  readonly number: number;
}

/** Generates an order of the demo, and has it delivered. */
export async function generate(url: string, key: string, number: number, filename?: string): Promise<Generated> {
  const response = await fetch(`${url}/2023-08-01/x12/partnerships/demo/generate-edi`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: orderRequest(number, filename),
  });
  const body = (await response.json()) as Generated['body'];
  return { status: response.status, body, number: Number(body.edi?.slice(90, 99)) };
}

/** Waits until an execution has a status. */
export async function untilStatus(url: string, key: string, id: string, status: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/2023-08-01/executions/${id}`, { headers: { authorization: key } });
    const body = (await response.json()) as { readonly status: string };
    if (body.status === status) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
