import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.js';
import { guide } from './guides.js';

const ORDER = readFileSync(new URL('../../fixtures/purchase-order-850/input.edi', import.meta.url), 'latin1');
const engine = createEngine({ guides: [guide('850-004010')] });
const [head = '', tail = ''] = [/^.*?(?=ST\*)/s, /GE\*.*$/s].map((part) => part.exec(ORDER)?.[0]);
const set = ORDER.slice(head.length, ORDER.length - tail.length);
/** Some 3 MB in memory, one interchange. */
const sets = Array.from({ length: Math.ceil(3_100_000 / set.length) }, (_, at) =>
  set.replace(/(ST\*850\*|SE\*\d+\*)\d+/g, `$1${String(at + 1).padStart(4, '0')}`),
);
const large = new TextEncoder().encode(`${head}${sets.join('')}${tail.replace(/GE\*\d+/, `GE*${sets.length}`)}`);

/** How often others have their turn while something is going on. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, going] = [0, true];
  const done = work.finally(() => {
    going = false;
  });
  for (; going; turns++) await setImmediate();
  await done;
  return turns;
}

describe('what is in memory', () => {
  const verbs: Readonly<Record<string, () => Promise<unknown>>> = {
    parse: () => engine.parse(large),
    validate: () => engine.validate(large),
    'parse of a Blob': () => engine.parse(new Blob([large])),
    stream: () => drained(engine.stream(large)),
    generateStream: () => drained(engine.generateStream(engine.stream(large))),
  };
  it.each(Object.keys(verbs))('gives others their turn: %s', async (name) => {
    expect(await turnsDuring(verbs[name]?.() ?? Promise.resolve())).toBeGreaterThanOrEqual(3);
  });

  it('is read no further once its signal fires', async () => {
    const signal = AbortSignal.abort();
    const controller = new AbortController();
    const reading = engine.parse(large, { signal: controller.signal });
    void setImmediate().then(() => controller.abort());
    await expect(reading).rejects.toMatchObject({ code: 'X12_ABORTED' });
    await expect(engine.validate(large, { signal })).rejects.toMatchObject({ code: 'X12_ABORTED' });
  });

  it.each(['stream', 'trace'] as const)('gives nothing more behind an abort: %s', async (verb) => {
    const controller = new AbortController();
    let given = 0;
    const reading = (async () => {
      for await (const _ of engine[verb](large, { signal: controller.signal })) if (++given === 5) controller.abort();
    })();
    await expect(reading).rejects.toMatchObject({ code: 'X12_ABORTED' });
    expect(given).toBe(5);
  });
});

async function drained(all: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of all);
}
