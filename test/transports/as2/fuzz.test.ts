import { expect, it } from 'vitest';
import { fuzzTransmissions } from './fuzz-transmissions.js';

it('damaged transmissions and receipts end in a result, whatever the damage', async () => {
  const { counts, failures } = await fuzzTransmissions({ runs: 600 });
  expect(failures).toEqual([]);
  // Otherwise the damage is too small or too great to show anything.
  expect(Object.keys(counts)).toEqual(
    expect.arrayContaining(['payload', 'mdn mdn', 'integrity-check-failed', 'decryption-failed']),
  );
});
