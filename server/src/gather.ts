interface Asked<Ask, Given> {
  readonly ask: Ask;
  readonly resolve: (given: Given) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Answers what is asked of one key together: the first goes at once, and all that come while it is under way go as one after it.
 * For rows that everybody wants, of which each taker would otherwise wait for the commit of the one before.
 * @param most how many go as one.
 */
export function gather<Ask, Given>(
  answer: (key: string, asks: readonly Ask[]) => Promise<readonly Given[]>,
  most: number,
): (key: string, ask: Ask) => Promise<Given> {
  const waiting = new Map<string, Asked<Ask, Given>[]>();

  const run = async (key: string, queue: Asked<Ask, Given>[]): Promise<void> => {
    while (queue.length > 0) {
      const now = queue.splice(0, most);
      try {
        const given = await answer(
          key,
          now.map(({ ask }) => ask),
        );
        for (const [index, { resolve }] of now.entries()) {
          // `answer` gives as many as it was asked for.
          resolve(given[index] as Given);
        }
      } catch (error) {
        for (const { reject } of now) reject(error);
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
