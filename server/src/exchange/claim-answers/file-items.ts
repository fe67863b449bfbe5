import type { ClaimState } from 'ediloom/claims';
import { claimFileItems } from '../../resources/claims/files.js';
import { readRows } from '../../store/account-queries.js';
import type { ClaimFileItems, ClaimFiles } from '../../store/claim-tables.js';
import type { Store } from '../../store/store.js';

/** Items of a file that are read at once. */
const AT_ONCE = 1_000;
/** Items that are kept, of all files together: those of four of the largest. */
const MOST_KEPT = 20_000;

/** A claim of a file, and its set there. */
export type FileItem = Pick<ClaimFileItems, 'claim_id' | 'set_number'> & { readonly sending: number };

/** Claims of files in their order, read once for all that an answer says of them: it may have an acknowledgment for each of thousands of sets of one file. */
export class FileItems {
  readonly #store: Store;
  /** By id of the file; what was asked for last stands last. */
  readonly #kept = new Map<string, readonly FileItem[]>();
  #count = 0;
  /** ST02s of what is kept. */
  readonly #sets = new WeakMap<readonly FileItem[], readonly string[]>();

  constructor(store: Store) {
    this.#store = store;
  }

  async of(file: Pick<ClaimFiles, 'id' | 'account_id'>): Promise<readonly FileItem[]> {
    const items = this.#take(file.id) ?? (await this.#read(file));
    this.#kept.set(file.id, items);
    this.#count += items.length;
    for (const id of this.#kept.keys()) {
      if (this.#count <= MOST_KEPT || id === file.id) break;
      this.#take(id);
    }
    return items;
  }

  /** ST02s of a file, each once, in their order. */
  async setsOf(file: Pick<ClaimFiles, 'id' | 'account_id'>): Promise<readonly string[]> {
    const items = await this.of(file);
    const sets = this.#sets.get(items) ?? [...new Set(items.map(({ set_number }) => set_number))];
    this.#sets.set(items, sets);
    return sets;
  }

  #take(id: string): readonly FileItem[] | undefined {
    const items = this.#kept.get(id);
    this.#kept.delete(id);
    this.#count -= items?.length ?? 0;
    return items;
  }

  async #read({ id, account_id: accountId }: Pick<ClaimFiles, 'id' | 'account_id'>): Promise<readonly FileItem[]> {
    const all: FileItem[] = [];
    for (let after = 0; ; ) {
      const page = { after, most: AT_ONCE };
      const items = await readRows(this.#store, accountId, (queries) => claimFileItems(queries, id, page));
      for (const { claim_id, set_number, sending } of items)
        all.push({ claim_id, set_number, sending: Number(sending) });
      if (items.length < AT_ONCE) return all;
      after = Number(items.at(-1)?.place);
    }
  }
}

/** Refusals of one answer, for different reasons, that are told of a claim: an answer may name thousands of claims, thousands of times. */
const MOST_REFUSALS = 3;

/** What the acknowledgments of an answer have said of claims. Whoever says the same again says nothing new by it: no claim is locked for it. */
export class AcknowledgedClaims {
  readonly #told = new Map<string, string[]>();

  /** @param why of a refusal, as it can be compared. @returns whether it was not said before. */
  tell({ claim_id, sending }: FileItem, state: ClaimState, why: string): boolean {
    const key = `${claim_id} ${sending} ${state}`;
    const told = this.#told.get(key) ?? [];
    const isNew = told.length === 0 || (state === 'REJECTED' && told.length < MOST_REFUSALS && !told.includes(why));
    if (isNew) this.#told.set(key, [...told, why]);
    return isNew;
  }
}
