import { randomBytes } from 'node:crypto';
import { beforeAll, expect, inject, it } from 'vitest';
import { openPostgres } from '../../src/store/postgres/open-postgres.js';
import { expectCalm } from '../storm/expect-calm.js';
import { storm } from '../storm/storm.js';
import type { BuiltServer } from '../support/built-server.js';
import { postgresPlace } from '../support/postgres-place.js';
import { sharedServer } from '../support/shared-server.js';
import { atomicBucket } from './atomic-bucket.js';

/** `npm run storm:server` runs 100 rounds. */
const ROUNDS = Number(process.env.EDILOOM_STORM_ROUNDS ?? 2);

let built: BuiltServer;
beforeAll(async () => {
  built = await sharedServer();
});

it('two processes on one PostgreSQL and one bucket lose nothing, and do nothing twice, when one of them is killed', {
  timeout: 0,
}, async () => {
  const place = await postgresPlace(inject('postgresUrl'));
  const bucket = await atomicBucket({ slowMs: 50 });
  try {
    const report = await storm(built, {
      rounds: ROUNDS,
      processes: 2,
      mostAnswers: 30,
      standstills: true,
      // Two servers, a database and a bucket leave little of a small machine: a round is to end while it is busy, not behind.
      pauseMs: 100,
      environment: {
        DATABASE_URL: place.address,
        OBJECTS_URL: bucket.url,
        MASTER_KEY: randomBytes(32).toString('base64'),
      },
      openStore: () => openPostgres({ url: place.address, poolSize: 2 }),
      bytesOf: async (_, name) => bucket.read(name),
    });
    console.log(`${bucket.abandoned()} writes to the bucket whose sender was gone before they were answered`);
    expectCalm(report, ROUNDS);
    expect(report.exitCodes, 'the other one is dead').toEqual([0]);
  } finally {
    await bucket.close();
    await place.remove();
  }
});
