interface Asked<Ask, Given> {
  readonly ask: Ask;
  readonly resolve: (given: Given) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Answers what is asked of one key together: one answer a key is under way at a time, and all that come until it takes what it
 * answers go with it. For rows that everybody wants, of which each taker would otherwise wait for the commit of the one before.
 * @param answer calls `take` at the last moment, inside of its transaction; called again it gives the same.
 * @param most how many go as one.
 */
export function gather<Ask, Given>(
  answer: (key: string, take: () => readonly Ask[]) => Promise<readonly Given[]>,
  most: number,
): (key: string, ask: Ask) => Promise<Given> {
  const waiting = new Map<string, Asked<Ask, Given>[]>();

  const run = async (key: string, queue: Asked<Ask, Given>[]): Promise<void> => {
    while (queue.length > 0) {
      let taken: readonly Asked<Ask, Given>[] | undefined;
      const takers = () => {
        taken ??= queue.splice(0, most);
        return taken;
      };
      try {
        const given = await answer(key, () => takers().map(({ ask }) => ask));
        for (const [index, { resolve }] of takers().entries()) {
          // `answer` gives as many as it was asked for.
          resolve(given[index] as Given);
        }
      } catch (error) {
        for (const { reject } of takers()) reject(error);
      }
    }
    waiting.delete(key);
  };

  return (key, ask) =>
    new Promise((resolve, reject) => {
      const queue = waiting.get(key);
      const one = { ask, resolve, reject };
      if (queue !== undefined) {
        queue.push(one);
        return;
      }
      const queueOfKey = [one];
      waiting.set(key, queueOfKey);
      void run(key, queueOfKey);
    });
}
