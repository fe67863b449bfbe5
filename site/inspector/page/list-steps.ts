/**
 * How far a key moves in a list, in rows; `undefined` for a key that does not move. The list itself keeps to its ends.
 * @param page rows of a screen.
 * @param count rows of the list.
 */
export function listStep(key: string, page: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  };
  return Object.hasOwn(steps, key) ? steps[key] : undefined;
}
