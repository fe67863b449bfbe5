/**
 * Waits for work, but not for ever: whatever stands still ends the storm with its name and what there is to see.
 * @param seen what may tell why; asked only when it stands still.
 */
export async function atMost<Result>(
  ms: number,
  what: string,
  work: Promise<Result>,
  seen: () => string,
): Promise<Result> {
  let late: NodeJS.Timeout | undefined;
  const standstill = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`${what} takes longer than ${ms} ms. ${seen()}`)), ms);
  });
  try {
    return await Promise.race([work, standstill]);
  } finally {
    clearTimeout(late);
  }
}

export function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Does work for each, so many at a time. */
export async function forEach<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
