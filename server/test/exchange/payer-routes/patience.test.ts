import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askOver, newRouteState } from '../../../src/exchange/payer-routes/open-route.js';
import type { RouteClient } from '../../../src/exchange/payer-routes/route-kind.js';

const ANSWER = { kind: 'answer', x12: new Uint8Array([1]) } as const;
const LATE = { kind: 'none', failure: 'timed-out', wasSent: true } as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends after so many seconds, and answers so many later, or never. */
function client(sentAfter: number, answeredAfter: number): RouteClient {
  return {
    ask: ({ onSending }, signal) =>
      new Promise((resolve) => {
        let wasSent = false;
        signal.addEventListener('abort', () => resolve({ ...LATE, wasSent }));
        setTimeout(() => {
          wasSent = true;
          onSending();
          if (Number.isFinite(answeredAfter)) setTimeout(() => resolve(ANSWER), answeredAfter * 1000);
        }, sentAfter * 1000);
      }),
    check: async () => ({ ok: true, text: '' }),
    close: () => {},
  };
}

/** @returns the reply, and the second at which it was there. */
async function asked(sentAfter: number, answeredAfter: number, answerMs?: number) {
  const began = Date.now();
  const settings = answerMs === undefined ? {} : { answerMs };
  const question = { accountId: 'acct', x12: new Uint8Array(), payloadId: 'p', onSending: () => {} } as const;
  const reply = askOver(
    {
      settings: settings as Parameters<typeof askOver>[0]['settings'],
      state: newRouteState(),
      client: client(sentAfter, answeredAfter),
      now: Date.now,
      onBroken: () => {},
    },
    question,
  ).then((reply) => ({ reply, second: (Date.now() - began) / 1000 }));
  await vi.advanceTimersByTimeAsync(300_000);
  return reply;
}

it.each([
  ['25 s', 25, undefined, { reply: ANSWER, second: 25 }],
  ['59 s', 59, undefined, { reply: ANSWER, second: 59 }],
  ['61 s', 61, undefined, { reply: LATE, second: 60 }],
  ['61 s, where the route waits for 90', 61, 90_000, { reply: ANSWER, second: 61 }],
  ['25 s, where the route waits for 20', 25, 20_000, { reply: LATE, second: 20 }],
  ['no time at all', Number.POSITIVE_INFINITY, undefined, { reply: LATE, second: 60 }],
])('a payer that answers after %s', async (_, answeredAfter, answerMs, expected) => {
  expect(await asked(0, answeredAfter, answerMs)).toEqual(expected);
});

it('the time of the answer counts from the first byte, and a connection has its own', async () => {
  expect(await asked(9, 59)).toEqual({ reply: ANSWER, second: 68 });
  // Nothing has left: another route may be asked.
  expect(await asked(11, 1)).toEqual({ reply: { ...LATE, wasSent: false }, second: 10 });
});

it('a kind of route that never answers, not even when its time is over, is given up', async () => {
  const began = Date.now();
  const deaf: RouteClient = {
    ...client(0, 0),
    ask: ({ onSending }) => {
      onSending();
      return new Promise(() => {});
    },
  };
  const question = { accountId: 'acct', x12: new Uint8Array(), payloadId: 'p', onSending: () => {} } as const;
  const state = newRouteState();
  const settings = {} as Parameters<typeof askOver>[0]['settings'];
  const reply = askOver({ settings, state, client: deaf, now: Date.now, onBroken: () => {} }, question).then(
    (reply) => ({
      reply,
      second: (Date.now() - began) / 1000,
    }),
  );
  await vi.advanceTimersByTimeAsync(300_000);
  expect(await reply).toEqual({ reply: LATE, second: 62 });
  expect(state.places.underWay).toBe(0);
});

it('an open breaker is told at once, also where checks that hang have all places', async () => {
  const state = newRouteState();
  const ask = (concurrency: number, client: RouteClient) => {
    const settings = { concurrency, breaker: { failures: 1, openMs: 30_000 } };
    return askOver(
      {
        settings: settings as Parameters<typeof askOver>[0]['settings'],
        state,
        client,
        now: Date.now,
        onBroken: () => {},
      },
      { accountId: 'acct', x12: new Uint8Array(), payloadId: 'p', onSending: () => {} },
    );
  };
  const hanging = ask(2, client(0, Number.POSITIVE_INFINITY));
  await ask(2, { ...client(0, 0), ask: async () => LATE });
  let told: unknown;
  void ask(1, client(0, 0)).then((reply) => {
    told = reply;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual({ kind: 'none', failure: 'breaker-open', wasSent: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await hanging).toEqual(LATE);
});
