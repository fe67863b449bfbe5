import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.js';
import { startS3 } from './s3-server.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a PostgreSQL server, as a user who may create databases. */
    postgresUrl: string;
    /** URL of a bucket. */
    s3Url: string;
  }
}

/** Starts the databases and stores once for all tests; one that is missing fails the run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  try {
    const s3 = await startS3();
    project.provide('postgresUrl', postgres.url);
    project.provide('s3Url', s3.url);
    return async () => {
      await Promise.all([postgres.stop(), s3.stop()]);
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
