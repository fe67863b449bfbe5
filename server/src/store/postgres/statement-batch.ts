import pg from 'pg';
import type { Bindable } from '../bindable.js';
import { Silence } from './silence.js';
import { isStalePlan } from './store-error-of.js';

/*
 * Ours, through the interface of `pg` for query classes of others. Its own `pipeline` syncs and describes each statement alone: what is
 * sent behind a `begin` that fails is committed, and it takes 1.3 times the processor time. The package `postgres` takes 1.6 times, and
 * lets a transaction that lost its connection go on inside of another.
 */

/** A statement, and who waits for its answer. */
export interface Sent {
  /** Under which it stays prepared on each connection; `undefined`: it does not. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly Bindable[];
  readonly resolve: (answer: Answered) => void;
  readonly reject: (error: unknown) => void;
}

export interface Answered {
  /** `SELECT`, `INSERT`, `COMMIT` ... */
  readonly command: string;
  readonly rowCount: number;
  readonly rows: readonly unknown[];
}

/** How the rows of a statement are read. */
interface Shape {
  readonly columns: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
}

/** What a connection has prepared. */
interface Known {
  readonly shapes: Map<string, Shape>;
  /** Statements that failed, of which nobody knows whether they are prepared, or that are prepared for tables as they were. */
  readonly doubtful: Set<string>;
}

const NO_ROWS: Shape = { columns: [], parsers: [] };
/** By connection and no longer: what is prepared is lost with it. */
const known = new WeakMap<pg.Connection, Known>();

/**
 * Statements that go to the database as one packet and come back as one, for `client.query`: after each packet both sides would
 * wait, which costs more than a small statement. They run in order; after one that fails, those behind it are not run, and unless
 * a transaction is open, what those before it changed is taken back.
 */
export class StatementBatch implements pg.Submittable {
  readonly #statements: readonly Sent[];
  readonly #onEnd: (unanswered: readonly Sent[], error: unknown) => void;
  readonly #silence: Silence;
  #known: Known = { shapes: new Map(), doubtful: new Set() };
  #next = 0;
  #shape: Shape | undefined;
  #rows: unknown[] = [];

  /**
   * @param onEnd called once, with those behind one that failed, which are not answered, and with the failure. One that was prepared for a
   *   table as it was is among those: sent again, it is prepared anew, as are all others of the connection.
   * @param silenceMs after so many milliseconds without an answer the connection is ended. Default: never.
   */
  constructor(
    statements: readonly Sent[],
    onEnd: (unanswered: readonly Sent[], error: unknown) => void,
    silenceMs?: number | undefined,
  ) {
    this.#statements = statements;
    this.#silence = new Silence(silenceMs);
    this.#onEnd = (unanswered, error) => {
      this.#silence.end();
      onEnd(unanswered, error);
    };
  }

  submit(connection: pg.Connection): void {
    this.#known = known.get(connection) ?? this.#known;
    known.set(connection, this.#known);
    const { stream } = connection;
    stream.cork();
    const parsed = new Set<string>();
    for (const statement of this.#statements) this.#send(connection, statement, parsed);
    connection.sync();
    stream.uncork();
    this.#silence.begin(connection);
  }

  #send(connection: pg.Connection, { name = '', text, values }: Sent, parsed: Set<string>): void {
    const { shapes, doubtful } = this.#known;
    const prepared = shapes.has(name) || parsed.has(name);
    if (!prepared) {
      if (doubtful.delete(name)) connection.close({ type: 'S', name }, true);
      connection.parse({ name, text, types: [] }, true);
      if (name !== '') parsed.add(name);
    }
    connection.bind({ statement: name, values: values.map(boundValue) }, true);
    if (!shapes.has(name)) connection.describe({ type: 'P', name: '' }, true);
    connection.execute({}, true);
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#shape = {
      columns: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
    };
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { columns, parsers } = this.#shapeNow();
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index++) {
      const text = fields[index] ?? null;
      row[columns[index] ?? ''] = text === null ? null : parsers[index]?.(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#silence.broken();
    const statement = this.#statements[this.#next];
    const shape = this.#shapeNow();
    const rows = this.#rows;
    this.#next++;
    this.#shape = undefined;
    this.#rows = [];
    if (statement === undefined) return;
    if (statement.name !== undefined) this.#known.shapes.set(statement.name, shape);
    // `INSERT 0 5`, `UPDATE 3`, `COMMIT`.
    const [command = ''] = text.split(' ', 1);
    statement.resolve({ command, rowCount: Number(/ (\d+)$/.exec(text)?.[1] ?? 0), rows });
  }

  handleReadyForQuery(): void {
    this.#onEnd([], undefined);
  }

  handleError(error: unknown): void {
    if (isStalePlan(error)) {
      for (const name of this.#known.shapes.keys()) this.#known.doubtful.add(name);
      this.#known.shapes.clear();
      this.#onEnd(this.#statements.slice(this.#next), error);
      return;
    }
    const statement = this.#statements[this.#next];
    if (statement?.name !== undefined) {
      this.#known.shapes.delete(statement.name);
      this.#known.doubtful.add(statement.name);
    }
    statement?.reject(error);
    this.#onEnd(this.#statements.slice(this.#next + 1), error);
  }

  #shapeNow(): Shape {
    return this.#shape ?? this.#known.shapes.get(this.#statements[this.#next]?.name ?? '') ?? NO_ROWS;
  }
}

/** As the protocol wants it: bytes as they are, everything else as text. */
function boundValue(value: Bindable): string | Buffer | null {
  if (value === null || typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return String(value);
}

/** Whole numbers and sums of them as numbers, as SQLite gives them; times and counts are far from 2^53. */
export function parserOf(oid: number): (text: string) => unknown {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
  return pg.types.getTypeParser(oid, 'text');
}
