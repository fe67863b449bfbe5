import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
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
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((...texts: unknown[]) => void lines.push(texts.join(' ')));
    await import(/* @vite-ignore */ `readme:src/eligibility/${1}.ts`);
    const [, printed] = /^```text\n(.*?)^```$/ms.exec(README) ?? [];
    expect(`${lines.join('\n')}\n`).toBe(printed);
  });
});
