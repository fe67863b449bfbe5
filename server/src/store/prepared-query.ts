import type { Compilable, CompiledQuery } from 'kysely';
import type { Bindable } from './bindable.js';
import type { Transaction } from './store.js';

/** Stands for a value while a query is built. */
class Slot {
  constructor(readonly index: number) {}
}

interface Template {
  readonly compiled: CompiledQuery;
  /** For each parameter: which value goes there, or what the query itself says. */
  readonly parameters: readonly (Slot | Bindable)[];
}

/**
 * A query that is built and compiled once for each kind of database, since that costs more than running it. For queries of every
 * request; others are better written where they are used.
 * @param build is given a place holder for each value, to be put where kysely takes a value and nowhere else.
 */
export function preparedQuery<Values extends readonly Bindable[], Row>(
  build: (tx: Transaction, ...values: Values) => Compilable<Row>,
): (tx: Transaction, ...values: Values) => Promise<readonly Row[]> {
  const templates = new Map<unknown, Template>();
  return async (tx, ...values) => {
    const kind = tx.getExecutor().adapter.constructor;
    let template = templates.get(kind);
    if (template === undefined) {
      template = templateOf(tx, build);
      templates.set(kind, template);
    }
    const { rows } = await tx.executeQuery<Row>(filledIn(template, values));
    return rows;
  };
}

function templateOf<Values extends readonly Bindable[], Row>(
  tx: Transaction,
  build: (tx: Transaction, ...values: Values) => Compilable<Row>,
): Template {
  // Kysely hands values on as they are: a place holder comes out where the value is to be bound.
  const slots = Array.from({ length: build.length - 1 }, (_, index) => new Slot(index)) as unknown as Values;
  const compiled = build(tx, ...slots).compile();
  return { compiled, parameters: compiled.parameters as readonly (Slot | Bindable)[] };
}

function filledIn<Row>({ compiled, parameters }: Template, values: readonly Bindable[]): CompiledQuery<Row> {
  const bound = parameters.map((one) => (one instanceof Slot ? (values[one.index] ?? null) : one));
  return { ...compiled, parameters: bound } as CompiledQuery<Row>;
}
