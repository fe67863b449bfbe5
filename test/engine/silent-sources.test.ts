import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../../src/engine/engine-event.js';
import { fullEngine } from './guides.js';

const engine = fullEngine();
const HEAD = Buffer.from('ISA*00*          *00*          *ZZ*A              *ZZ*B      ');
const ABORTED = { code: 'X12_ABORTED' };

/** Gives the head of an interchange, and then nothing more, ever. */
async function* silent(): AsyncGenerator<Uint8Array> {
  yield HEAD;
  await new Promise(() => undefined);
}

describe('a source that has gone silent is left as soon as the signal fires', () => {
  it.each(['parse', 'parseText', 'validate', 'acknowledge'] as const)('by %s', async (verb) => {
    const controller = new AbortController();
    const read = engine[verb](silent(), { signal: controller.signal });
    setImmediate(() => controller.abort());
    await expect(read).rejects.toMatchObject(ABORTED);
  });

  it('by stream and parseLines', async () => {
    for (const verb of ['stream', 'parseLines'] as const) {
      const controller = new AbortController();
      const next = engine[verb](silent(), { signal: controller.signal }).next();
      setImmediate(() => controller.abort());
      await expect(next).rejects.toMatchObject(ABORTED);
    }
  });

  it('and a stream of Node is destroyed', async () => {
    const source = new PassThrough();
    source.write(HEAD);
    const closed = once(source, 'close');
    await expect(engine.validate(source, { signal: AbortSignal.timeout(20) })).rejects.toMatchObject(ABORTED);
    await closed;
  });

  it('and one of the web is cancelled', async () => {
    let isCancelled = false;
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(HEAD),
      cancel: () => {
        isCancelled = true;
      },
    });
    await expect(engine.validate(source, { signal: AbortSignal.timeout(20) })).rejects.toMatchObject(ABORTED);
    expect(isCancelled).toBe(true);
  });

  it('and so are events that are to be written', async () => {
    async function* events(): AsyncGenerator<EngineEvent> {
      await new Promise(() => undefined);
      yield* [];
    }
    const next = engine.generateStream(events(), { signal: AbortSignal.timeout(20) }).next();
    await expect(next).rejects.toMatchObject(ABORTED);
  });
});

it('a signal that never fires keeps nothing of the chunks that went by', async () => {
  const order = readFileSync(new URL('../../fixtures/purchase-order-850/input.edi', import.meta.url));
  const { signal } = new AbortController();
  let listeners = 0;
  let most = 0;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (...args: Parameters<typeof add>): void => {
    most = Math.max(most, ++listeners);
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>): void => {
    listeners--;
    remove(...args);
  };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < order.length; at += 10) yield order.subarray(at, at + 10);
  }
  await engine.validate(chunks(), { signal });
  expect([listeners, most]).toEqual([0, 1]);
});

it('a file that is nothing but faults lets others have their turn', async () => {
  const text = `${HEAD}*260101*1200*^*00501*000000001*0*P*:~GS*HS*AA*BB*20260101*1200*1*X*005010X279A1~ST*270*0001*005010X279A1~${'HL*1~'.repeat(100_000)}`;
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await engine.validate(text);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});
