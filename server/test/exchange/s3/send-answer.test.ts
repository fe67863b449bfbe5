import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { sendAnswer } from '../../../src/exchange/s3/send-answer.js';

afterEach(() => {
  vi.useRealTimers();
});

it('nobody looks any more at an answer whose client left before it was sent', async () => {
  vi.useFakeTimers();
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.destroy();
  await sendAnswer(response, { body: Buffer.alloc(100_000) }, { requestId: 'r', isHead: false });
  expect(vi.getTimerCount()).toBe(0);
});
