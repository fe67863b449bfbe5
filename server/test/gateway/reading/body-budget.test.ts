import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { BodyBudget, SMALL_BODY } from '../../../src/gateway/reading/body-budget.js';
import { receiveBody } from '../../../src/gateway/reading/receive-body.js';

const MB = 1024 * 1024;
const stays = new AbortController().signal;

/** Large bodies have 32 MB, of which one account has 8; nobody waits for long. */
const budgetOf = (patienceMs = 5) => new BodyBudget({ bytes: 64 * MB, patienceMs });

/** Whether something has come by now. */
async function hasCome(promise: Promise<unknown>): Promise<boolean> {
  let come = false;
  promise.then(
    () => {
      come = true;
    },
    () => {},
  );
  await new Promise((resolve) => setImmediate(resolve));
  return come;
}

describe('memory for bodies', () => {
  it('is had at once while there is some, and is free again when it is given back', async () => {
    const budget = budgetOf();
    for (let round = 0; round < 100; round++) {
      const release = await budget.take('a', 8 * MB, stays);
      release();
      release();
    }
    // A second time has given nothing back: there is as much as before.
    for (const account of ['a', 'b', 'c', 'd']) await budget.take(account, 8 * MB, stays);
    await expect(budget.take('e', MB, stays)).rejects.toMatchObject({ status: 503 });
  });

  it('ends for an account at its part: 429; others have theirs', async () => {
    const budget = budgetOf();
    await budget.take('a', 5 * MB, stays);
    await expect(budget.take('a', 5 * MB, stays)).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
    });
    await budget.take('b', 5 * MB, stays);
  });

  it('ends for all where many accounts have their parts: 503', async () => {
    const budget = budgetOf();
    for (const account of ['a', 'b', 'c', 'd']) await budget.take(account, 8 * MB, stays);
    await expect(budget.take('e', MB, stays)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  });

  it('of small bodies is another, so that they never wait for large ones', async () => {
    const budget = budgetOf();
    for (const account of ['a', 'b', 'c', 'd']) await budget.take(account, 8 * MB, stays);
    await budget.take('a', SMALL_BODY, stays);
    await budget.take('e', SMALL_BODY, stays);
  });

  it('is all of its part for a body that is larger', async () => {
    const budget = budgetOf();
    const release = await budget.take('a', 25 * MB, stays);
    await expect(budget.take('a', MB, stays)).rejects.toMatchObject({ status: 429 });
    release();
    await budget.take('a', MB, stays);
  });

  it('is waited for in turn, account by account', async () => {
    const budget = budgetOf(60_000);
    const held = await Promise.all(['a', 'b', 'c', 'd'].map((account) => budget.take(account, 8 * MB, stays)));
    const order: string[] = [];
    const wait = (name: string, account: string) =>
      budget.take(account, 8 * MB, stays).then((release) => {
        order.push(name);
        return release;
      });
    const waiting = [wait('e1', 'e'), wait('e2', 'e'), wait('f1', 'f')] as const;
    held[0]?.();
    const first = await waiting[0];
    expect(await hasCome(waiting[2])).toBe(false);
    held[1]?.();
    await waiting[2];
    first?.();
    await waiting[1];
    expect(order).toEqual(['e1', 'f1', 'e2']);
  });

  it('is no longer waited for by a client that has left, and those behind it go on', async () => {
    const budget = budgetOf(60_000);
    const release = await budget.take('a', 6 * MB, stays);
    const leaving = new AbortController();
    const gone = budget.take('a', 5 * MB, leaving.signal);
    const behind = budget.take('a', 2 * MB, stays);
    expect(await hasCome(behind)).toBe(false);
    leaving.abort(new Error('left'));
    await expect(gone).rejects.toThrow('left');
    (await behind)();
    release();
    await expect(budget.take('a', MB, leaving.signal)).rejects.toThrow('left');
    (await budget.take('a', 8 * MB, stays))();
  });
});

describe('memory of a body whose length is not told', () => {
  it('is free again, also where it is granted at the moment in which the client leaves', async () => {
    const budget = budgetOf(10_000);
    const earlier = await budget.take('a', 8 * MB, stays);
    // A request as the HTTP layer has it, as far as its body is received.
    const request = Object.assign(new PassThrough(), { headers: {}, complete: false, socket: { bytesRead: 0 } });
    const received = receiveBody(request as unknown as IncomingMessage, { budget, accountId: 'a', limit: 8 * MB });
    await new Promise((resolve) => setImmediate(resolve));
    // More than a small one: it waits for what the request before it on the same connection has.
    request.write(Buffer.alloc(SMALL_BODY + 1));
    await new Promise((resolve) => setImmediate(resolve));
    // The connection closes: what the earlier request has is given back, and in the same tick the body is given up.
    earlier();
    request.emit('close');
    await expect(received).rejects.toMatchObject({ status: 400 });
    expect(await hasCome(budget.take('a', 8 * MB, stays))).toBe(true);
  });
});
