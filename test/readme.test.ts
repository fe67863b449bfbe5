import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** An example is a `ts` block; the `text` or `json` block that follows is what it prints. */
const EXAMPLES = [...README.matchAll(/^```ts\n.*?^```\n+(?:[^`\n]+\n+)?^```(?:text|json)\n(.*?)^```$/gms)];

afterEach(() => {
  vi.restoreAllMocks();
});

describe('README', () => {
  it('shows the two commands and three examples, each with what it prints', () => {
    expect(README).toContain('npm ci && npm start');
    expect(README).toContain('npm ci && npm run demo');
    expect(README).toContain('npm ci && npm test');
    expect(EXAMPLES.length).toBe(README.match(/^```ts$/gm)?.length);
    expect(EXAMPLES.length).toBeGreaterThanOrEqual(3);
  });

  it.each(EXAMPLES.map(([, printed], index) => ({ number: index + 1, printed })))(
    'example $number prints what the README says',
    async ({ number, printed }) => {
      const lines: string[] = [];
      vi.spyOn(console, 'log').mockImplementation((...texts: unknown[]) => void lines.push(texts.join(' ')));
      await import(/* @vite-ignore */ `readme:${number}.ts`);
      expect(`${lines.join('\n')}\n`).toBe(printed);
    },
  );
});
