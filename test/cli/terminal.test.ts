import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { printable } from '../../src/cli/printable.js';
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

  it('of the upper range are escaped in JSON, which stays the same', async () => {
    vi.stubEnv('NO_COLOR', '1');
    const upper = folder.file('upper.edi', Buffer.from(text.replace('GREEN MUG', 'GREEN\x9b2J MUG'), 'latin1'));
    const args = ['parse', upper, '--compact', '--encoding', 'latin1'];
    const [shown, piped] = [await runHere(args, { terminal: true }), await runHere(args)];
    expect(shown.out).not.toMatch(/[\u0080-\u009f]/);
    expect(piped.out).toContain('GREEN\u009b2J');
    expect(JSON.parse(shown.out)).toEqual(JSON.parse(piped.out));
  });

  it('reach a file unchanged', async () => {
    expect((await runHere(['format', steering])).out).toContain(`GREEN${ESCAPE}[2J`);
  });

  it('are those that take no room, too', () => {
    const hidden = '\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2066\u2069\u2060\u061c\ufeff\u2028\u0085\u009b';
    expect(printable(hidden)).toBe('\ufffd'.repeat(hidden.length));
    expect(printable('Zoë – 山田 🙂')).toBe('Zoë – 山田 🙂');
  });

  it('do not come in through arguments', async () => {
    expect((await runHere([`${ESCAPE}[2J`], { terminal: true })).err).not.toContain(ESCAPE);
  });
});

describe('a guide of a stranger', () => {
  // A title that a terminal would take for its own, a line that nobody wrote, and text that reads from the other side.
  const EVIL = `${ESCAPE}]0;owned\x07${ESCAPE}[2J\nFAKE: 0 problems\r\x9b31m\u202e*\x01/`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const STEERING = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/;
  const overlay = {
    overlay: 'odd',
    base: '850-004010',
    patch: {
      title: EVIL,
      x12: { notes: [EVIL] },
      properties: {
        heading: {
          properties: {
            beginning_segment_for_purchase_order_BEG: {
              title: EVIL,
              properties: { purchase_order_number_03: { title: EVIL } },
            },
          },
        },
      },
    },
  };
  const file = folder.file('odd.json', overlay);

  it('does not steer the terminal as a tree, nor forge a line', async () => {
    const { code, out } = await runHere(['guides', file]);
    expect([code, STEERING.test(out)]).toEqual([0, false]);
    expect(out).not.toMatch(/^FAKE/m);
    expect(out.match(/\ufffdFAKE: 0 problems/g)).toHaveLength(4);
  });

  it.each(['--html', '--markdown', '--types', '--json'])('leaves nothing that steers in %s', async (form) => {
    const { code, out } = await runHere(['guides', file, form]);
    expect([code, STEERING.test(out)]).toEqual([0, false]);
    expect(out).toContain('FAKE: 0 problems');
    if (form === '--json') expect(JSON.parse(out).title).toBe(EVIL);
    if (form === '--types') expect(out).toMatch(/^\/\*\* [^\n]*FAKE: 0 problems[^\n]*\* \/, 850-004010\+odd\. \*\/$/m);
  });

  it('is checked without forged lines', async () => {
    const key = `head${ESCAPE}[31mRED\nFAKE: 0 problems`;
    for (const json of [
      { overlay: 'odd', base: '850-004010', patch: { properties: { [key]: {} } } },
      { properties: { [key]: {} } },
      { overlay: 'odd', base: '850-004010', patch: { [key]: { pattern: '(a+)+' } } },
    ]) {
      const { code, out } = await runHere(['guides', 'check', folder.file('key.json', json)]);
      expect([code, STEERING.test(out)]).toEqual([1, false]);
      expect(out).not.toMatch(/^FAKE/m);
      expect(out).toContain('head\ufffd[31mRED\ufffdFAKE');
    }
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
