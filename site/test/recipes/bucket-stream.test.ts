import { expect, it } from 'vitest';
import { readClaims } from '../../recipes/bucket-stream/read-claims.js';
import { fixture, inPieces } from './files.js';

it('gives each claim as soon as it was read', async () => {
  const file = fixture('claim-837p').replace('CLM*A-1002*150', 'CLM*A-1002*15O');
  const claims = [];
  for await (const claim of readClaims(inPieces(file))) claims.push(claim);
  expect(claims).toEqual([
    { claim: 'A-1001', problems: 0 },
    { claim: 'A-1002', problems: 1 },
  ]);
});

it('reads no further than it is asked', async () => {
  let given = 0;
  async function* counted() {
    for await (const piece of inPieces(fixture('claim-837p'))) {
      given += piece.length;
      yield piece;
    }
  }
  for await (const { claim } of readClaims(counted())) {
    expect(claim).toBe('A-1001');
    break;
  }
  expect(given).toBeLessThan(fixture('claim-837p').length * 0.7);
});
