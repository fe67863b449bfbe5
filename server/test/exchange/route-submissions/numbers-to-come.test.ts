import { expect, it } from 'vitest';
import { numbersToCome } from '../../../src/exchange/route-submissions/numbers-to-come.js';

const NUMBERS = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BX5ZZKBKACTAV9WEVGEMMVRZ'] as const;

it('counts each number, wherever a file is cut into pieces', async () => {
  const [one, other] = NUMBERS;
  const text = `TRN*2*${one}*9A~BHT*0022*11*${other}   ~TRN*2*${one}~`;
  // A piece has 64 KiB: each place of the text stands at its end once.
  for (let behind = 0; behind <= text.length; behind++) {
    const x12 = Buffer.from(`${'~'.repeat(64 * 1024 - behind)}${text}`);
    expect([...(await numbersToCome(x12))].sort()).toEqual([
      [one, 2],
      [other, 1],
    ]);
  }
});
