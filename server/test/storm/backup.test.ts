import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { type BuiltServer, type ServerProcess, startServer } from '../support/built-server.js';
import { orderRequest } from '../support/orders.js';
import { postgresPlace } from '../support/postgres-place.js';
import { sharedServer } from '../support/shared-server.js';
import { controlNumberOf } from './clients.js';
import { after, forEach } from './patience.js';

/** `npm run storm:backup` runs 20 rounds. */
const ROUNDS = Number(process.env.EDILOOM_BACKUP_ROUNDS ?? 1);
const CLIENTS = 8;
/** Answers before the backup, and after it. */
const ANSWERS = 60;
/** More than are sent between the backup and the kill. */
const GAP = 1_000_000;

let built: BuiltServer;
beforeAll(async () => {
  built = await sharedServer();
});

interface Answer {
  readonly id: string;
  readonly edi: string;
}

/** A data folder, and a database where the tests run on PostgreSQL. */
interface Place {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

async function newPlace(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ediloom-backup-storm-'));
  const server = process.env.EDILOOM_TEST_PG;
  const database = server === undefined || server === '' ? undefined : await postgresPlace(server);
  return {
    dataDir,
    env: database === undefined ? {} : { DATABASE_URL: database.address },
    remove: async () => {
      await database?.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A command in a process of its own, as an operator enters it. */
async function command({ dataDir, env }: Place, ...argv: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [built.main, ...argv], { env: { ...process.env, DATA_DIR: dataDir, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${argv[0]} ended with ${code}: ${output}`);
  return output;
}

/** Restores that are killed at any instant: before they begin, in the midst, or when all is done; then the last one finds a store. */
async function killedRestores({ dataDir, env }: Place, backup: string): Promise<void> {
  for (let kills = 0; kills < 3; kills++) {
    const child = spawn(process.execPath, [built.main, 'restore', backup], {
      env: { ...process.env, DATA_DIR: dataDir, ...env },
      stdio: 'ignore',
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    await Promise.race([ended, after(Math.random() * 2500)]);
    child.kill('SIGKILL');
    await ended;
  }
}

/** As before any restore. */
async function emptied({ dataDir, env }: Place): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name !== 'master.key') rmSync(join(dataDir, name), { recursive: true });
  }
  if (env.DATABASE_URL === undefined) return;
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await client.query('drop schema public cascade');
  await client.query('create schema public');
  await client.end();
}

/** Clients that send one order after another until they are stopped, or the server is dead. */
class Load {
  readonly answers: Answer[] = [];
  #stopped = false;
  readonly #running: Promise<unknown>;

  constructor(server: ServerProcess, key: string) {
    this.#running = Promise.all(Array.from({ length: CLIENTS }, () => this.#run(server, key)));
  }

  async until(count: number): Promise<void> {
    while (this.answers.length < count) await after(5);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(server: ServerProcess, key: string): Promise<void> {
    while (!this.#stopped) {
      const answer = await send(server.url, key).catch(() => undefined);
      if (answer === undefined && server.isDead()) return;
      if (answer !== undefined) this.answers.push(answer);
    }
  }
}

async function send(url: string, key: string): Promise<Answer> {
  const response = await fetch(`${url}/2023-08-01/x12/partnerships/demo/generate-edi`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: orderRequest(1),
  });
  const body = (await response.json()) as { readonly fileExecutionId: string; readonly edi: string };
  if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return { id: body.fileExecutionId, edi: body.edi };
}

/** The file of an execution, as the server has it. */
async function outputOf(url: string, key: string, id: string): Promise<string | undefined> {
  const response = await fetch(`${url}/2023-08-01/executions/${id}/output`, { headers: { authorization: key } });
  return response.status === 200 ? response.text() : undefined;
}

it('taken under load loses nothing that was acknowledged before it, and once restored gives no number twice', {
  timeout: 0,
}, async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    const [place, other] = [await newPlace(), await newPlace()];
    const backup = join(mkdtempSync(join(tmpdir(), 'ediloom-backup-')), 'backup');
    try {
      const server = await startServer(built.main, place.dataDir, place.env);
      const key = server.testKey;
      const load = new Load(server, key);
      await load.until(ANSWERS);
      const before = [...load.answers];
      await command(place, 'backup', backup);
      await load.until(load.answers.length + ANSWERS);
      await server.kill();
      await load.stop();

      cpSync(join(place.dataDir, 'master.key'), join(other.dataDir, 'master.key'));
      await killedRestores(other, backup);
      const last = ['restore', backup, '--numbers', `+${GAP}`];
      await command(other, ...last).catch(async (error: unknown) => {
        if (!/There is a store|has tables/.test(String(error))) throw error;
        await emptied(other);
        await command(other, ...last);
      });
      const restored = await startServer(built.main, other.dataDir, other.env);
      const lost: string[] = [];
      await forEach(before, CLIENTS, async ({ id, edi }) => {
        if ((await outputOf(restored.url, key, id)) !== edi) lost.push(id);
      });
      expect(lost, 'acknowledged before the backup').toEqual([]);
      const again = new Load(restored, key);
      await again.until(ANSWERS);
      await again.stop();
      await restored.stop();
      const given = [...load.answers, ...again.answers].map(({ edi }) => controlNumberOf(edi));
      expect(given.length - new Set(given).size, 'numbers given twice').toBe(0);
    } finally {
      await place.remove();
      await other.remove();
      rmSync(join(backup, '..'), { recursive: true, force: true });
    }
  }
});
