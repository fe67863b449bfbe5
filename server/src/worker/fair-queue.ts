interface Waiting<Item> {
  readonly item: Item;
  readonly size: number;
}

/** Items wait by owner, and owners take turns, so that one with many does not keep the others waiting. */
export class FairQueue<Item> {
  readonly #owners = new Map<string, { readonly items: Waiting<Item>[]; size: number }>();
  readonly #limits: { readonly items: number; readonly size: number };

  /** @param limits of one owner. */
  constructor(limits: { readonly items: number; readonly size: number }) {
    this.#limits = limits;
  }

  /** @returns `false`: the owner has too much waiting already. */
  add(owner: string, item: Item, size: number): boolean {
    const line = this.#owners.get(owner) ?? { items: [], size: 0 };
    if (line.items.length >= this.#limits.items || line.size + size > this.#limits.size) return false;
    line.items.push({ item, size });
    line.size += size;
    this.#owners.set(owner, line);
    return true;
  }

  /**
   * The oldest item of the owner whose turn it is, among those that may have one now.
   * @param fits an owner whose oldest item does not is passed over. Default: all do.
   */
  take(may: (owner: string) => boolean, fits: (item: Item) => boolean = () => true): Item | undefined {
    for (const [owner, line] of this.#owners) {
      const [oldest] = line.items;
      if (!may(owner) || (oldest !== undefined && !fits(oldest.item))) continue;
      const next = line.items.shift();
      this.#owners.delete(owner);
      if (next === undefined) continue;
      line.size -= next.size;
      // Set anew it is last in the map: the others come first.
      if (line.items.length > 0) this.#owners.set(owner, line);
      return next.item;
    }
    return undefined;
  }

  /** Takes an item out before its turn. @returns `false`: it does not wait. */
  remove(owner: string, item: Item): boolean {
    const line = this.#owners.get(owner);
    const at = line?.items.findIndex((waiting) => waiting.item === item) ?? -1;
    if (line === undefined || at < 0) return false;
    const [removed] = line.items.splice(at, 1);
    line.size -= removed?.size ?? 0;
    if (line.items.length === 0) this.#owners.delete(owner);
    return true;
  }

  /** Everything that waits; nothing does any more. */
  drain(): readonly Item[] {
    const items = [...this.#owners.values()].flatMap((line) => line.items.map(({ item }) => item));
    this.#owners.clear();
    return items;
  }
}
