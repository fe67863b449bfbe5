import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../src/cli/commands.js';
import { createEngine } from '../src/index.js';
import { examplesOf, printedBy } from './readme-examples.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const MANIFEST = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  exports: Readonly<Record<string, unknown>>;
}; // our own

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

  it('names the inspector, every command and what guides do, every verb of the engine, and every entry point', () => {
    expect(README).toContain('npm run inspector');
    for (const { name } of COMMANDS) expect(README).toContain(`\`ediloom ${name}`);
    for (const word of ['diff', 'init', '--html', '--markdown'])
      expect(README).toMatch(new RegExp(`ediloom guides.*${word}`));
    const verbs = Object.keys(createEngine({ guides: [] })).filter((name) => !/^guides$|InSteps$/.test(name));
    expect(verbs).toContain('check');
    const [row = ''] = /^\| `ediloom` \|.*$/m.exec(README) ?? [];
    for (const verb of [...verbs, 'describeFinding']) expect(row).toContain(`\`${verb}\``);
    for (const name of Object.keys(MANIFEST.exports)) {
      if (/[*]|[.]json$|-server$/.test(name)) continue;
      expect(README).toContain(`\`${name.replace(/^[.]/, 'ediloom')}\``);
    }
  });

  it.each(examplesOf(''))('example $number prints what the README says', async ({ number, printed }) => {
    expect(await printedBy('', number)).toBe(printed);
  });
});
