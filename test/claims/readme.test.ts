import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withProperties } from './readme-tables.js';

const README = readFileSync(new URL('../../src/claims/README.md', import.meta.url), 'utf8');

// npm run claims:tables
it('the README of claims lists every property as the tables have them', () => {
  expect(README).toBe(withProperties(README));
});
