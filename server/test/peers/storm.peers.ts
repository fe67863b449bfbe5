import { randomBytes, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { s3Objects } from '../../src/objects/s3-objects.js';
import { openPostgres } from '../../src/store/postgres/open-postgres.js';
import { expectCalm } from '../storm/expect-calm.js';
import { storm } from '../storm/storm.js';
import { type BuiltServer, buildServer } from '../support/built-server.js';
import { postgresPlace } from '../support/postgres-place.js';

/** `npm run storm:server` runs 100 rounds. */
const ROUNDS = Number(process.env.EDILOOM_STORM_ROUNDS ?? 2);

let built: BuiltServer;
beforeAll(async () => {
  built = await buildServer();
});
afterAll(() => built.remove());

it('two processes on one PostgreSQL and one bucket lose nothing, and do nothing twice, when one of them is killed', {
  timeout: 0,
}, async () => {
  const place = await postgresPlace(inject('postgresUrl'));
  const bucket = inject('s3Url').replace('?', `/storm-${randomUUID()}?`);
  const objects = s3Objects(bucket);
  try {
    const report = await storm(built, {
      rounds: ROUNDS,
      processes: 2,
      environment: {
        DATABASE_URL: place.address,
        OBJECTS_URL: bucket,
        MASTER_KEY: randomBytes(32).toString('base64'),
      },
      openStore: () => openPostgres({ url: place.address, poolSize: 2 }),
      fileOf: async (_, filename) => {
        const stored = await objects.get(`ediloom-demo/outbound/${filename}`);
        return stored === undefined ? undefined : text(stored);
      },
    });
    expectCalm(report, ROUNDS);
    expect(report.exitCodes, 'the other one is dead').toEqual([0]);
  } finally {
    await objects.close();
    await place.remove();
  }
});
