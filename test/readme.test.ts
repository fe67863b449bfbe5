import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { examplesOf, printedBy } from './readme-examples.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

afterEach(() => {
  vi.restoreAllMocks();
});

describe('README', () => {
  it('shows the two commands and three examples, each with what it prints, in 200 lines', () => {
    expect(README).toContain('npm ci && npm start');
    expect(README).toContain('npm ci && npm run demo');
    expect(README).toContain('npm ci && npm test');
    expect(README.match(/^```ts$/gm)).toHaveLength(3);
    expect(examplesOf('')).toHaveLength(3);
    expect(README.split('\n').length - 1).toBeLessThanOrEqual(200);
  });

  it.each(examplesOf(''))('example $number prints what the README says', async ({ number, printed }) => {
    expect(await printedBy('', number)).toBe(printed);
  });
});
