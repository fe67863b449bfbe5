import { expect, it } from 'vitest';
import { x12Of } from '../../../src/resources/transactions/columns.js';
import { agree, answersOf, openInbound, ordersFile, receivedSets } from '../../support/inbound.js';

/** The same at each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** ST02 of the sets that a 997 calls accepted, by GS06 of their group. */
function acceptedIn(answers: readonly string[]): readonly string[] {
  return answers.flatMap((text) =>
    text.split('ST*997*').flatMap((one) => {
      const group = /AK1\*PO\*(\d+)/.exec(one)?.[1];
      const sets = [...one.matchAll(/AK2\*850\*(\d+)~(?:AK[34][^~]*~)*AK5\*([A-Z])/g)];
      const accepted = sets.filter(([, , verdict]) => verdict === 'A' || verdict === 'E');
      const said = Number(/AK9\*[A-Z]\*\d+\*\d+\*(\d+)/.exec(one)?.[1] ?? 0);
      if (group !== undefined) expect(accepted).toHaveLength(said);
      return accepted.map(([, number]) => `${group} ${number}`);
    }),
  );
}

it.each(['AllTransactions', 'AnyTransaction'])(
  'every set that an acknowledgment calls accepted is stored, and every stored one is called so: %s',
  async (strategy) => {
    const inbound = await openInbound();
    await agree(inbound, { acks: { enabled: true }, processing: { strategy } });
    const random = randomFrom(strategy.length);
    const files = Array.from({ length: 12 }, (_, file) => {
      const interchanges = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, place) => {
        const number = String(10 * (file + 1) + place).padStart(9, '0');
        const orders = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, n) =>
          random() < 0.3 ? '' : `PO-${n}`,
        );
        const text = ordersFile({ number, orders });
        // Envelopes are spoiled, too: counts, numbers, and an end that is missing.
        const spoiled = [
          text,
          text.replace(/GE\*\d+/, 'GE*9'),
          text.replace(/IEA\*1\*\d+/, 'IEA*1*999999999'),
          text.replace(/SE\*5\*0001/, 'SE*7*0001'),
          text.replace(/~IEA.*$/, '~'),
        ];
        return random() < 0.5 ? text : (spoiled[Math.floor(random() * spoiled.length)] ?? text);
      });
      return interchanges.join('');
    });
    for (const id of await Promise.all(files.map((text) => inbound.arrive(text)))) await inbound.ended(id);
    const stored = (await receivedSets(inbound)).map((row) => {
      const { functionalGroup, transaction } = x12Of(row).metadata;
      return `${functionalGroup.controlNumber} ${transaction.controlNumber}`;
    });
    expect(stored.length).toBeGreaterThan(0);
    expect([...acceptedIn(await answersOf(inbound))].sort()).toEqual([...stored].sort());
  },
);
