import { sql } from 'kysely';

/** At the end of an `exists` of one row: PostgreSQL looks the row up each time, and does not read the whole table once for all that ask. */
export const BY_ITS_KEY = sql.raw('limit 1 offset 0');
