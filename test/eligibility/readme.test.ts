import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { examplesOf, printedBy } from '../readme-examples.js';
import { withTables } from './readme-tables.js';

const README = readFileSync(new URL('../../src/eligibility/README.md', import.meta.url), 'utf8');

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the README of eligibility', () => {
  it('lists every property with its place, as the tables have it (npm run tables)', () => {
    expect(README).toBe(withTables(README));
  });

  it('shows an example that prints what stands below it', async () => {
    const [example] = examplesOf('src/eligibility/');
    expect(await printedBy('src/eligibility/', 1)).toBe(example?.printed);
  });
});
