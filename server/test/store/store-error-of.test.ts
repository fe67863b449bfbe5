import { describe, expect, it } from 'vitest';
import { storeErrorOf as ofPostgres } from '../../src/store/postgres/store-error-of.js';
import { storeErrorOf as ofSqlite } from '../../src/store/sqlite/store-error-of.js';

const withCode = (code: string) => Object.assign(new Error('said by the database'), { code });
const withResult = (errcode: number) => Object.assign(new Error('said by SQLite'), { errcode });

describe('a store that cannot write', () => {
  it.each([
    ['53100', /disk of the database is full.*could not start is to be started again/],
    ['58030', /failed to read or to write/],
    ['25006', /only reads.*DATABASE_URL/],
  ])('PostgreSQL %s: unavailable, and what to do', (code, message) => {
    expect(ofPostgres(withCode(code))).toMatchObject({
      name: 'StoreError',
      code: 'unavailable',
      message: expect.stringMatching(message),
    });
  });

  it('PostgreSQL 57014: of a list too slow, of anything else unavailable, and where to look', () => {
    expect(ofPostgres(withCode('57014'), { isList: true })).toMatchObject({ code: 'too-slow' });
    expect(ofPostgres(withCode('57014'))).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/over a minute.*pg_stat_activity/),
    });
  });

  it('PostgreSQL 55P03: of a list unavailable; a step of the schema tries again by its code', () => {
    expect(ofPostgres(withCode('55P03'), { isList: true })).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/locked.*pg_locks/),
    });
    expect(ofPostgres(withCode('55P03'))).toMatchObject({ code: '55P03' });
  });

  // Of extended codes the last byte counts: 4874 is an I/O error of `fstat`.
  it.each([
    [13, /full.*DATA_DIR.*could not start is to be started again/],
    [4874, /disk of the store has failed/],
    [14, /DATA_DIR is there/],
  ])('SQLite %s: unavailable, and what to do', (errcode, message) => {
    expect(ofSqlite(withResult(errcode))).toMatchObject({
      name: 'StoreError',
      code: 'unavailable',
      message: expect.stringMatching(message),
    });
  });

  it('leaves other errors as they are', () => {
    for (const error of [withResult(2067), withResult(8), withCode('23505'), new Error('x')]) {
      expect([ofSqlite(error), ofPostgres(error)]).toEqual([error, error]);
    }
  });
});
