import { randomInt } from 'node:crypto';
import type { Payers } from '../../store/clearinghouse-tables.js';
import { detailsOf, supportOf } from './columns.js';
import type { GivenPayer, PayerDetails } from './schemas.js';
import { showPayer } from './shown.js';

/** A payer as the store has it. */
export interface KnownPayer {
  readonly row: Payers;
  readonly aliases: readonly string[];
}

/** A payer as it is to be. */
export interface PlannedPayer {
  readonly platformId: string;
  readonly isNew: boolean;
  readonly row: Omit<Payers, 'created_at' | 'updated_at'>;
  readonly aliases: readonly string[];
  /** What changes, by the names of the interface; empty: nothing. */
  readonly members: readonly string[];
}

export interface RefusedRow {
  /** Pointer into the file as JSON: `/payers/3`. */
  readonly path: string;
  readonly message: string;
}

export interface ImportPlan {
  readonly planned: readonly PlannedPayer[];
  readonly refused: readonly RefusedRow[];
  readonly ambiguousAliases: readonly string[];
}

/** What an import would do: nothing is written here. A given payer is known by its platform id, else by its primary id. */
export function planImport(known: readonly KnownPayer[], given: readonly GivenPayer[], asWritten: boolean): ImportPlan {
  const plan = new Plan(known, asWritten);
  for (const [place, payer] of given.entries()) plan.add(payer, `/payers/${place}`);
  return plan.made();
}

class Plan {
  readonly #byId: Map<string, KnownPayer>;
  /** Platform ids by primary id, as they are to be. */
  readonly #primaries: Map<string, string>;
  /** Primary ids without the zeros at their beginning, of what is known. */
  readonly #bare = new Map<string, string>();
  readonly #taken: Set<string>;
  readonly #planned = new Map<string, PlannedPayer>();
  readonly #refused: RefusedRow[] = [];
  readonly #asWritten: boolean;

  constructor(known: readonly KnownPayer[], asWritten: boolean) {
    this.#asWritten = asWritten;
    this.#byId = new Map(known.map((payer) => [payer.row.id, payer]));
    this.#taken = new Set(this.#byId.keys());
    this.#primaries = new Map(known.map(({ row }) => [row.primary_payer_id, row.id]));
    for (const { row } of known) this.#bare.set(bareOf(row.primary_payer_id), row.primary_payer_id);
  }

  add(given: GivenPayer, path: string): void {
    const refuse = (message: string): void => void this.#refused.push({ path, message });
    const holder = this.#primaries.get(given.primaryPayerId);
    const platformId = given.platformId ?? holder;
    const known = platformId === undefined ? undefined : this.#byId.get(platformId);
    if (platformId !== undefined && this.#planned.has(platformId)) {
      return refuse(`The file has payer ${platformId} twice, or its primary id.`);
    }
    if (holder !== undefined && holder !== platformId) {
      return refuse(`Payer ${holder} has this primary id already. Two payers cannot have one.`);
    }
    const near = this.#bare.get(bareOf(given.primaryPayerId));
    // Tables name the platform id, too: a known payer would lose the zeros of its own.
    const isKept = known?.row.primary_payer_id === given.primaryPayerId;
    if (!isKept && near !== undefined && near !== given.primaryPayerId && !this.#asWritten) {
      return refuse(
        `A payer is known whose primary id differs by zeros at the beginning alone (${near}). A spreadsheet may have removed them: mend the file, or import it with --as-written.`,
      );
    }
    if (known === undefined && given.displayName === undefined) return refuse('A new payer needs a displayName.');
    const own = platformId ?? this.#freshId();
    this.#taken.add(own);
    if (known !== undefined && known.row.primary_payer_id !== given.primaryPayerId) {
      this.#primaries.delete(known.row.primary_payer_id);
    }
    this.#primaries.set(given.primaryPayerId, own);
    this.#planned.set(own, plannedOf(own, given, known));
  }

  made(): ImportPlan {
    return {
      planned: [...this.#planned.values()],
      refused: this.#refused,
      ambiguousAliases: this.#ambiguous(),
    };
  }

  /** Aliases that are no primary id, of more than one payer. */
  #ambiguous(): readonly string[] {
    const holders = new Map<string, Set<string>>();
    const note = (id: string, aliases: readonly string[]): void => {
      for (const alias of aliases) holders.set(alias, (holders.get(alias) ?? new Set()).add(id));
    };
    for (const [id, { aliases }] of this.#byId) if (!this.#planned.has(id)) note(id, aliases);
    for (const [id, { aliases }] of this.#planned) note(id, aliases);
    return [...holders]
      .filter(([alias, ids]) => ids.size > 1 && !this.#primaries.has(alias))
      .map(([alias]) => alias)
      .sort();
  }

  /** Without vowels no word comes out of it. */
  #freshId(): string {
    for (;;) {
      const id = Array.from({ length: 5 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
      if (!this.#taken.has(id)) return id;
    }
  }
}

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

function bareOf(id: string): string {
  return id.replace(/^0+(?=.)/, '');
}

function plannedOf(platformId: string, given: GivenPayer, known: KnownPayer | undefined): PlannedPayer {
  const row = rowOf(platformId, given, known?.row);
  const aliases = aliasesOf(given, known);
  const before = known && { ...known.row, aliases: known.aliases };
  return { platformId, isNew: known === undefined, row, aliases, members: changes(before, { ...row, aliases }) };
}

function rowOf(id: string, given: GivenPayer, known: Payers | undefined): PlannedPayer['row'] {
  const {
    platformId: _,
    primaryPayerId,
    displayName,
    aliases: __,
    transactionSupport,
    enrollmentPolicy,
    usOnly,
    ...details
  } = given;
  const support = { ...(known && supportOf(known)), ...transactionSupport };
  const merged: PayerDetails = withoutEmpty({ ...(known && detailsOf(known)), ...details });
  return {
    id,
    display_name: displayName ?? known?.display_name ?? '',
    primary_payer_id: primaryPayerId,
    details: JSON.stringify(sorted(merged)),
    transaction_support: JSON.stringify(sorted(support)),
    enrollment_policy: enrollmentPolicy ?? known?.enrollment_policy ?? 'warn',
    us_only: usOnly === undefined ? (known?.us_only ?? 0) : Number(usOnly),
  };
}

/** Ids that it had stay good; a primary id that is replaced becomes an alias. */
function aliasesOf({ primaryPayerId, aliases = [] }: GivenPayer, known: KnownPayer | undefined): readonly string[] {
  const former = known === undefined ? [] : [known.row.primary_payer_id, ...known.aliases];
  return [...new Set([...former, ...aliases])].filter((id) => id !== primaryPayerId).sort();
}

type Compared = PlannedPayer['row'] & { readonly aliases: readonly string[] };

/** As clients and the operator see it: what is written otherwise and shown alike is no change. */
function changes(before: Compared | undefined, after: Compared): readonly string[] {
  if (before === undefined) return ['all'];
  const [old, fresh] = [seenOf(before), seenOf(after)];
  const names = new Set([...Object.keys(old), ...Object.keys(fresh)]);
  return [...names].filter((name) => JSON.stringify(old[name]) !== JSON.stringify(fresh[name]));
}

function seenOf({ aliases, ...row }: Compared): Readonly<Record<string, unknown>> {
  const { primaryPayerId, displayName, ...shown } = showPayer(row, [...aliases].sort());
  return {
    displayName,
    primaryPayerId,
    enrollmentPolicy: row.enrollment_policy,
    usOnly: row.us_only,
    ...withoutEmpty(shown),
    transactionSupport: sorted(shown.transactionSupport),
  };
}

/** A list with nothing in it says what no list says. */
function withoutEmpty<Value extends object>(value: Value): Value {
  const given = Object.entries(value).filter(([, one]) => !Array.isArray(one) || one.length > 0);
  return Object.fromEntries(given) as Value;
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
