import { inject } from 'vitest';

/** From here on the store factory of the tests gives databases of the server that was started. */
process.env.EDILOOM_TEST_PG = inject('postgresUrl');
