/**
 * Divides places among those who want some: each gets what it wants, or as much as the others. Of what is left over each that wants
 * any has a part, so that it has a place at hand for the next, and one more part stays free for whoever comes new.
 * @param wanted by process, whole numbers.
 * @returns shares in the same order; together never more than there are.
 */
export function divide(places: number, wanted: readonly number[]): readonly number[] {
  const shares = wanted.map(() => 0);
  let left = places;
  let open = [...wanted.keys()].filter((index) => (wanted[index] ?? 0) > 0);
  const spareParts = open.length + 1;
  while (left > 0 && open.length > 0) {
    const each = Math.max(1, Math.floor(left / open.length));
    for (const index of open) {
      const given = Math.min(each, left, (wanted[index] ?? 0) - (shares[index] ?? 0));
      shares[index] = (shares[index] ?? 0) + given;
      left -= given;
    }
    open = open.filter((index) => (shares[index] ?? 0) < (wanted[index] ?? 0));
  }
  const spare = Math.floor(left / spareParts);
  return shares.map((share) => (share > 0 ? share + spare : 0));
}
