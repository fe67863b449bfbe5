import { expect, it } from 'vitest';
import { isUnbegun } from '../../../src/resources/claims/unbegun-files.js';
import type { ClaimFiles } from '../../../src/store/claim-tables.js';

const BYTES = {
  ...{ state: 'WRITTEN', artifact_id: '01M8JEE0324KW12DKDHJ1Q49TY', sent_at: null, handing_since: null },
  ...{ execution_id: null, attempts: 0 },
} as ClaimFiles;
const NO_BYTES = { ...BYTES, artifact_id: '' } as ClaimFiles;

it('a file is unbegun until it is handed over, or is known to be at its payer’s', () => {
  expect([BYTES, NO_BYTES, { ...NO_BYTES, state: 'HELD' } as ClaimFiles].map(isUnbegun)).toEqual([true, true, true]);
  const begun: readonly Partial<ClaimFiles>[] = [
    ...[{ handing_since: 1 }, { attempts: 1 }, { execution_id: 'one' }, { sent_at: 1 }, { state: 'HELD' as const }],
  ];
  expect(begun.map((change) => isUnbegun({ ...BYTES, ...change }))).toEqual(begun.map(() => false));
  expect(isUnbegun({ ...NO_BYTES, sent_at: 1 })).toBe(false);
});
