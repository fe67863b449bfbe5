import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Progress } from '../../src/cli/progress.js';
import { runHere } from './run-here.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const ESCAPE = '\x1b';
const text = readFileSync(fixture('purchase-order-850'), 'latin1');
// An escape sequence that would clear the screen, and a mark that turns the reading direction.
const steering = folder.file(
  'steering.edi',
  text.replace('GREEN MUG', `GREEN${ESCAPE}[2J\u202e MUG`).replace('*0001~', `*00${ESCAPE}1~`),
);
const COMMANDS = [
  ['inspect', steering, '-t'],
  ['validate', steering],
  ['acknowledgments', fixture('acknowledgment-999')],
  ['guides', '850'],
];

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('colours', () => {
  it.each(COMMANDS)('%s: on a terminal only, and not with NO_COLOR', async (...args) => {
    vi.stubEnv('NO_COLOR', '');
    const painted = await runHere(args, { terminal: true });
    const plain = await runHere(args);
    expect(painted.out).toContain(`${ESCAPE}[`);
    expect(plain.out).not.toContain(ESCAPE);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are made of them
    expect(painted.out.replace(/\x1b\[\d+m/g, '')).toBe(plain.out);
    vi.stubEnv('NO_COLOR', '1');
    expect((await runHere(args, { terminal: true })).out).toBe(plain.out);
  });
});

describe('control characters of the data', () => {
  it('do not reach a terminal', async () => {
    vi.stubEnv('NO_COLOR', '1');
    const commands = [
      ['inspect', steering],
      ['validate', steering],
      ['validate', steering, '--ack', 'auto'],
      ['format', steering],
      ['select', 'PID05', steering],
    ];
    for (const args of commands) {
      const { out, err } = await runHere(args, { terminal: true });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect(out + err, args[0]).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f\u202e]/);
    }
    expect((await runHere(['inspect', steering], { terminal: true })).out).toContain('GREEN\ufffd[2J\ufffd MUG');
  });

  it('reach a file unchanged', async () => {
    expect((await runHere(['format', steering])).out).toContain(`GREEN${ESCAPE}[2J`);
  });

  it('do not come in through arguments', async () => {
    expect((await runHere([`${ESCAPE}[2J`], { terminal: true })).err).not.toContain(ESCAPE);
  });
});

describe('progress', () => {
  function stream(isTTY: boolean): { readonly isTTY: boolean; readonly texts: string[]; write(data: string): boolean } {
    const texts: string[] = [];
    return { isTTY, texts, write: (data) => texts.push(data) > 0 };
  }

  afterEach(() => {
    vi.useRealTimers();
  });

  it('shows a bar on a terminal once work lasts, and wipes it', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const terminal = stream(true);
    const progress = new Progress(terminal);
    progress.start(4_000_000);
    progress.add(1_000_000);
    expect(terminal.texts).toEqual([]);
    vi.advanceTimersByTime(1_000);
    progress.add(1_000_000);
    expect(terminal.texts.join('')).toContain('[############............] 50 %  2.0 MB of 4.0 MB  2 MB/s  1 s left');
    progress.stop();
    expect(terminal.texts.at(-1)).toBe('\r\x1b[K');
  });

  it('is silent where nobody looks', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const file = stream(false);
    const progress = new Progress(file);
    progress.start(undefined);
    vi.advanceTimersByTime(5_000);
    progress.add(1_000_000);
    progress.stop();
    expect(file.texts).toEqual([]);
  });
});
