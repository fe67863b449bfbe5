import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';

const TOUR = new URL('../../tour/', import.meta.url);
const PAGES = new URL('../../pages/tour/', import.meta.url);
const STEPS = ['first', 'reading', 'writing', 'checking', 'streaming', 'facts', 'answering', 'sending'];

afterEach(() => {
  vi.restoreAllMocks();
});

it.each(STEPS)('%s prints what its page shows', async (step) => {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((...texts: unknown[]) => void lines.push(texts.map(shown).join(' ')));
  await import(/* @vite-ignore */ new URL(`${step}.ts`, TOUR).pathname);
  expect(`${lines.join('\n')}\n`).toBe(readFileSync(new URL(`${step}.txt`, TOUR), 'utf8'));
});

it.each(STEPS)('a page includes the program %s and what it prints', (step) => {
  const page = readFileSync(new URL(step === 'first' ? 'index.md' : `${step}.md`, PAGES), 'utf8');
  expect(page).toContain(`tour/${step}.ts`);
  expect(page).toContain(`tour/${step}.txt`);
});

function shown(value: unknown): string {
  return typeof value === 'string' ? value : String(value);
}
