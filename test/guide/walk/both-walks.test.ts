import { afterEach, describe, expect, it, vi } from 'vitest';
import { generateFile, SET_NAMES } from '../../../bench/generate/interchange-file.js';
import { Random } from '../../../bench/generate/random.js';
import { type ForcedWalk, forceWalk, wideWalk } from '../../../src/guide/walk/wide-walk.js';
import { bytesOf, recipeOf } from '../../before/mutant.js';
import { readOptions } from '../../before/random-options.js';
import { fullEngine, guide } from '../../engine/guides.js';

const FILES = SET_NAMES.flatMap((set) =>
  [1, 2].map((seed) => {
    const chunks = [...generateFile({ set, seed, bytes: 6_000, largestSet: seed })];
    return { name: `generated ${set} ${seed}`, text: Buffer.concat(chunks).toString('latin1') };
  }),
);
const clock = () => Date.UTC(2026, 3, 1, 9, 31);
const engine = fullEngine({ clock });
const MARKER = 'ZZMARKERZZ';

afterEach(() => {
  forceWalk(undefined);
  vi.unstubAllGlobals();
  vi.resetModules();
});

type Engine = typeof engine;

/** All that is said of an input, or the words of what was thrown. */
async function readings(by: Engine, bytes: Uint8Array, options: object): Promise<string> {
  const said = [
    by.validate(bytes, options),
    by.parse(bytes, options),
    by.parseText(bytes, options),
    by.acknowledge(bytes),
  ].map((one) => one.then(JSON.stringify, String));
  return (await Promise.all(said)).join('\n');
}

async function forcedTo(walk: ForcedWalk | undefined, call: () => Promise<string>): Promise<string> {
  forceWalk(walk);
  return call();
}

describe('the walk as JavaScript and as WebAssembly', () => {
  it('are both there', () => {
    expect(wideWalk()).toBeDefined();
  });

  it('say the same of files that were spoilt, and so do both in turn', async () => {
    const random = new Random(2026);
    for (let run = 0; run < 250; run++) {
      const bytes = bytesOf(recipeOf(random, FILES), FILES);
      const options = readOptions(random, []);
      const byLoop = await forcedTo('loop', () => readings(engine, bytes, options));
      expect(await forcedTo('wide', () => readings(engine, bytes, options))).toBe(byLoop);
      expect(await forcedTo(undefined, () => readings(engine, bytes, options))).toBe(byLoop);
    }
  });

  it('are the same where there is no WebAssembly, or none that is allowed', async () => {
    const bytes = new TextEncoder().encode(FILES[0]?.text);
    const expected = await forcedTo('wide', () => readings(engine, bytes, {}));
    for (const there of [undefined, { Module: Forbidden }]) {
      vi.stubGlobal('WebAssembly', there);
      vi.resetModules();
      const { fullEngine: fresh } = await import('../../engine/guides.js');
      const { wideWalk: freshWalk } = await import('../../../src/guide/walk/wide-walk.js');
      expect(freshWalk()).toBeUndefined();
      expect(await readings(fresh({ clock }) as Engine, bytes, {})).toBe(expected);
    }
  });
});

class Forbidden {
  constructor() {
    throw new EvalError('CompileError: blocked by a policy');
  }
}

describe('readers that share one memory', () => {
  it('say what each says alone, when they are fed in turn', async () => {
    const inputs = FILES.map(({ text }) => new TextEncoder().encode(text));
    const alone = await Promise.all(inputs.map((bytes) => readings(engine, bytes, {})));
    const together = await Promise.all(inputs.map(async (bytes) => fedInPieces(bytes, 700)));
    expect(together).toEqual(await Promise.all(inputs.map((bytes) => fedInPieces(bytes, 1_000_000))));
    expect(await Promise.all(inputs.map((bytes) => readings(engine, bytes, {})))).toEqual(alone);
  });

  it('go on where they were, when one is set to work by what another says', async () => {
    // Many segments have a code that is none, so that there is something to say in the middle of sets.
    const spoilt = FILES.map(({ text }) => {
      let count = 0;
      return new TextEncoder().encode(
        text.replace(/(?<=[~\n])(?:REF|DTP|CAS|EB|PER|PID|DTM)\*\w+/g, (one) => (count++ % 3 !== 0 ? one : `${one}X`)),
      );
    });
    const others = spoilt.map((bytes) => () => readings(engine, bytes, {}));
    for (const [index, bytes] of spoilt.entries()) {
      const quiet = JSON.stringify(await engine.validate(bytes));
      const nested: Promise<string>[] = [];
      const onFinding = () =>
        void nested.push((others[(index + nested.length) % others.length] as () => Promise<string>)());
      expect(JSON.stringify(await engine.validate(bytes, { onFinding }))).toBe(quiet);
      expect(nested.length).toBeGreaterThan(0);
      await Promise.all(nested);
    }
  });

  it('serve more guides than there is room for', async () => {
    // Each is some 200 kB.
    const one = guide('850-004010');
    const engines = Array.from({ length: 9 }, () => fullEngine({ clock, guides: [structuredClone(one)] }));
    const bytes = new TextEncoder().encode(FILES.find(({ name }) => name.startsWith('generated 850'))?.text);
    const expected = await forcedTo('loop', () => readings(engines[0] as Engine, bytes, {}));
    forceWalk('wide');
    for (let round = 0; round < 2; round++)
      for (const by of engines) expect(await readings(by as Engine, bytes, {})).toBe(expected);
  });

  it('leave nothing of an input in it, whatever came of that', async () => {
    const memory = Buffer.from(wideWalk()?.state.words.buffer ?? new ArrayBuffer(0));
    const marked = FILES.map((file) => file.text.replace(/(?<=NM1\*[^*]*\*[12]\*)[^*~]+/g, MARKER));
    const text = marked.find((one) => one.includes(MARKER)) ?? expect.fail();
    const bytes = new TextEncoder().encode(text);
    const half = bytes.subarray(0, text.lastIndexOf(MARKER) + 40);
    async function* failing() {
      yield half;
      await Promise.resolve();
      throw new Error('the line is dead');
    }
    const thrown = () => {
      throw new Error('told enough');
    };
    forceWalk('wide');
    const calls: (() => Promise<unknown>)[] = [
      () => readings(engine, bytes, {}),
      () => engine.parseText(failing()),
      () => engine.parseText(bytes, { edit: thrown }),
      () => engine.parseText(bytes, { characterSet: { name: 'A', has: (code) => code === 65 } }),
      () => engine.validate(failing()),
      async () => {
        for await (const line of engine.parseLines(bytes)) if (line.includes(MARKER)) break;
      },
    ];
    for (const call of calls) {
      await call().catch(() => undefined);
      expect(memory.includes(MARKER)).toBe(false);
    }
  });
});

/** The findings and sets of an input that comes in pieces, with others between them. */
async function fedInPieces(bytes: Uint8Array, size: number): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) {
      await Promise.resolve();
      yield bytes.slice(at, at + size);
    }
  }
  const events: string[] = [];
  for await (const event of engine.stream(pieces())) events.push(JSON.stringify(event));
  const lines: string[] = [];
  for await (const line of engine.parseLines(pieces())) lines.push(line);
  expect(lines).toEqual(events);
  return [...events, JSON.stringify(await engine.validate(pieces()))].join('\n');
}
