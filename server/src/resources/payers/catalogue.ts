import { grouped } from '../../store/grouped.js';
import { readSetting } from '../../store/settings.js';
import type { Store, Transaction } from '../../store/store.js';
import { PAYERS_VERSION } from './payers-version.js';
import type { PayerRecord } from './schemas.js';
import { PayerIndex } from './search-index.js';
import { showPayer } from './shown.js';
import { payersAsTable } from './write-csv.js';
import { payersAsList } from './write-list.js';

/** All payers in memory, as they are shown and searched. */
export interface Catalogue {
  /** In the order of their platform ids. */
  readonly payers: readonly PayerRecord[];
  readonly byId: ReadonlyMap<string, PayerRecord>;
  readonly index: PayerIndex;
  /** All as a table in bytes: made when it is first asked for, and kept. */
  readonly table: () => Promise<Uint8Array>;
  /** The same as a JSON list. */
  readonly list: () => Promise<Uint8Array>;
}

/** Reads payers once, and again after each import, of whichever process: some ten thousand are a few megabytes. */
export class PayerCatalogue {
  readonly #store: Store;
  #read: { readonly version: string; readonly catalogue: Promise<Catalogue> } | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  async get(): Promise<Catalogue> {
    const version = (await this.#store.read((db) => readSetting(db, PAYERS_VERSION))) ?? '';
    if (this.#read?.version === version) return this.#read.catalogue;
    // Read behind its version: what is imported meanwhile is read once more.
    const catalogue = this.#store.read(readAll);
    this.#read = { version, catalogue };
    catalogue.catch(() => {
      this.#read = undefined;
    });
    return catalogue;
  }
}

async function readAll(db: Transaction): Promise<Catalogue> {
  const [rows, ids] = await Promise.all([
    db.selectFrom('payers').selectAll().orderBy('id').execute(),
    db.selectFrom('payer_ids').select(['payer_id', 'text']).orderBy('payer_id').orderBy('text').execute(),
  ]);
  const known = grouped(ids, ({ payer_id }) => payer_id);
  const payers = rows.map((row) =>
    showPayer(
      row,
      (known.get(row.id) ?? []).map(({ text }) => text),
    ),
  );
  let table: Promise<Uint8Array> | undefined;
  let list: Promise<Uint8Array> | undefined;
  return {
    payers,
    byId: new Map(payers.map((payer) => [payer.platformId, payer])),
    index: new PayerIndex(payers),
    table: () => {
      table ??= payersAsTable(payers);
      return table;
    },
    list: () => {
      list ??= payersAsList(payers);
      return list;
    },
  };
}
