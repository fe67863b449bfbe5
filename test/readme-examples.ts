import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { ROOT } from './source-files.js';

/** An example of TypeScript in the README of a folder (`''`, `src/transports/`), and what stands below it as printed. */
export interface ReadmeExample {
  /** From 1, over all blocks of TypeScript. */
  readonly number: number;
  readonly printed: string;
}

/** The examples of a README, each a `ts` block with the `text` or `json` block that follows it. */
export function examplesOf(folder: string): readonly ReadmeExample[] {
  const readme = readFileSync(join(ROOT, folder, 'README.md'), 'utf8');
  const blocks = readme.split(/^```ts\n/m).slice(1);
  return blocks.flatMap((block, index) => {
    const printed = /^```\n+(?:[^`\n]+\n+)?```(?:text|json)\n(.*?)^```$/ms.exec(block)?.[1];
    return printed === undefined ? [] : [{ number: index + 1, printed }];
  });
}

/** Runs an example once, and gives what it printed. Mocks are to be restored afterwards. */
export async function printedBy(folder: string, number: number): Promise<string> {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((...texts: unknown[]) => void lines.push(texts.join(' ')));
  await import(/* @vite-ignore */ `readme:${folder}${number}.ts`);
  return `${lines.join('\n')}\n`;
}
