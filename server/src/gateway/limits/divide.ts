/**
 * Divides places among those who want some: each gets what it wants, or as much as the others; what is left over is divided evenly, so
 * that who wants more a moment later has some.
 * @param wanted by process, whole numbers.
 * @returns shares in the same order; together as many as there are.
 */
export function divide(places: number, wanted: readonly number[]): readonly number[] {
  const shares = wanted.map(() => 0);
  let left = places;
  for (let open = [...wanted.keys()]; left > 0 && open.length > 0; ) {
    const each = Math.max(1, Math.floor(left / open.length));
    for (const index of open) {
      const given = Math.min(each, left, Math.max(0, (wanted[index] ?? 0) - (shares[index] ?? 0)));
      shares[index] = (shares[index] ?? 0) + given;
      left -= given;
    }
    open = open.filter((index) => (shares[index] ?? 0) < (wanted[index] ?? 0));
  }
  return shares.map(
    (share, index) => share + Math.floor(left / shares.length) + (index < left % shares.length ? 1 : 0),
  );
}
