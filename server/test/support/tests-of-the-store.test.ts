import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { testsOfTheStore } from '../peers/tests-of-the-store.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('tests that run on PostgreSQL too', () => {
  const tests = testsOfTheStore(root, 'server/test');

  test('are those that open a store, near by or through what they import', () => {
    expect(tests).toContain('server/test/store/store.test.ts');
    expect(tests).toContain('server/test/jobs/leases.test.ts');
    expect(tests).toContain('server/test/operations/healthcare/claims.test.ts');
    expect(tests.length).toBeGreaterThan(300);
  });

  test('are none that open no store', () => {
    expect(tests).not.toContain('server/test/csv.test.ts');
    expect(tests).not.toContain('server/test/box/outside.test.ts');
  });
});
