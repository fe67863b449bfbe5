/** Where a page ended: the sort key of its last item. */
export type PagePosition = readonly (string | number)[];

/** A page of a list, and where the next begins. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Absent on the last page. */
  readonly next?: PagePosition | undefined;
}

/**
 * Makes a page of rows that were asked for with a limit of `size + 1`.
 * @param positionOf the sort key of a row, as the query orders by it.
 */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  size: number,
  positionOf: (row: Row) => PagePosition,
  itemOf: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    items: shown.map(itemOf),
    ...(rows.length > size && last !== undefined ? { next: positionOf(last) } : {}),
  };
}
