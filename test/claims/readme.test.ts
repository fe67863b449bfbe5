import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { examplesOf, printedBy } from '../readme-examples.js';
import { withTables } from './readme-tables.js';

const README = readFileSync(new URL('../../src/claims/README.md', import.meta.url), 'utf8');

// npm run claims:tables
it('the README of claims lists every property, rule and loss as the code has them', () => {
  expect(README).toBe(withTables(README));
});

afterEach(() => void vi.restoreAllMocks());

it.each(examplesOf('src/claims/'))('example $number of it prints what it says', async ({ number, printed }) => {
  expect(await printedBy('src/claims/', number)).toBe(printed);
});
