import type { Store } from '../store.js';

/**
 * One step of the schema. SQL for both databases, in which `{text}`, `{int}` and `{bytes}` stand for their types, `{serial}` for a
 * number that counts up, and `{json}` behind a column of text lets `->>` read its members. Statements are separated by a semicolon at the end of a line. Steps only add, so that the release before
 * can still write while the new one starts; what was released is never changed.
 */
export interface Migration {
  /** 1, 2, 3 ... */
  readonly version: number;
  readonly sql: string;
}

const TYPES: Readonly<Record<Store['dialect'], Readonly<Record<string, string>>>> = {
  sqlite: { text: 'text', int: 'integer', bytes: 'blob', serial: 'integer primary key autoincrement', json: '' },
  // Keys compare by their bytes on both.
  postgres: {
    text: 'text collate "C"',
    int: 'bigint',
    bytes: 'bytea',
    serial: 'bigserial primary key',
    json: '::json',
  },
};

/** The statements of a step for a database. */
export function statementsOf(migration: Migration, dialect: Store['dialect']): readonly string[] {
  return migration.sql
    .replace(/\{(\w+)\}/g, (_, name: string) => TYPES[dialect][name] ?? name)
    .split(/;\s*\n/)
    .map((statement) => statement.trim().replace(/;$/, ''))
    .filter((statement) => statement !== '');
}
