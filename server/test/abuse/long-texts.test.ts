import { expect, it } from 'vitest';
import { sheetOf } from '../../src/exchange/eligibility-batches/take-table.js';
import { CONTACT, E, enrollmentWorld, NEW_PROVIDER } from '../support/enrollments.js';

/** Texts on which an expression with two ways to read them would try all of them. */
it.each([
  ['name', `${'a'.repeat(200_000)}\u0001`],
  ['email', `${'@.'.repeat(100_000)} `],
])('a provider whose %s is long and of no use is refused as one that is short', async (member, text) => {
  const world = await enrollmentWorld();
  const payload = {
    ...NEW_PROVIDER,
    ...(member === 'name' ? { name: text } : { contacts: [{ ...CONTACT, email: text }] }),
  };
  const answer = await world.call('POST', `${E}/providers`, { payload });
  expect(answer.statusCode).toBe(400);
  await world.close();
});

it.each([
  ['a million lines', `Visit ID,Payer ID\n${'a\n'.repeat(500_000)}`, 'more than 5000 lines'],
  ['a million empty lines', `Visit ID,Payer ID\na,b\n${'\n'.repeat(500_000)}`, 'more than 5000 lines'],
  ['a row of very many values', `Visit ID,Payer ID\na,b\n${','.repeat(60_000)}x\n`, 'Row 3 has 60001 values'],
  ['more commas than cells', `Visit ID,Payer ID\na,b\n${','.repeat(900_000)}`, 'far more values'],
  [
    'a header of very many names',
    Array.from({ length: 80_000 }, (_, place) => `n${place}`).join(','),
    'far more values',
  ],
])('a table with %s is refused before it is taken apart', (_, text, words) => {
  expect(() => sheetOf(Buffer.from(text))).toThrow(words);
});
