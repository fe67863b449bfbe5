import { describe, expect, it } from 'vitest';
import { payloadOf } from '../../src/delivery/payload.js';
import { deliverWithRetries, type FailedAttempt, type RetryOptions } from '../../src/delivery/retry.js';
import type { Receipt, Transport } from '../../src/delivery/transport.js';
import { transportError } from '../../src/delivery/transport-error.js';
import { TRANSPORT_REASONS, type TransportReason } from '../../src/delivery/transport-reasons.js';

const payload = payloadOf('id', 'a.edi', new Uint8Array(1));
const receipt: Receipt = { id: 'id', name: 'a.edi', size: 1, sha256: '0'.repeat(64), already: false };

/** Fails with each of these in turn, then delivers. */
function failing(...errors: readonly unknown[]): Transport & { calls: number } {
  const left = [...errors];
  return {
    kind: 'test',
    calls: 0,
    async deliver() {
      this.calls++;
      if (left.length > 0) throw left.shift();
      return receipt;
    },
    async *receive() {},
    check: async () => ({ kind: 'test', ok: true, steps: [], facts: {} }),
    close: async () => {},
  };
}

/** Retries whose waits are only written down. */
function noted(options: Partial<RetryOptions> = {}) {
  const waits: number[] = [];
  const failed: FailedAttempt[] = [];
  const all: RetryOptions = {
    wait: async (ms) => {
      waits.push(ms);
    },
    random: () => 0,
    onAttempt: (attempt) => failed.push(attempt),
    ...options,
  };
  return { waits, failed, options: all };
}

const lost = transportError('connection-lost');

describe('retries', () => {
  it('deliver at once where nothing fails', async () => {
    const { waits, failed, options } = noted();
    expect(await deliverWithRetries(failing(), payload, options)).toBe(receipt);
    expect([waits, failed]).toEqual([[], []]);
  });

  it('wait twice as long each time, up to an hour', async () => {
    const { waits, failed, options } = noted({ attempts: 12 });
    await deliverWithRetries(failing(...Array.from({ length: 10 }, () => lost)), payload, options);
    const minutes = [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60];
    expect(waits).toEqual(minutes.map((minute) => minute * 60_000));
    expect(failed.map(({ attempt, waitMs }) => [attempt, waitMs])).toEqual(waits.map((ms, i) => [i + 1, ms]));
  });

  it('take something off a wait by chance, never more than they may', async () => {
    const { waits, options } = noted({ jitter: 0.5, random: () => 0.5 });
    await deliverWithRetries(failing(lost, lost), payload, options);
    expect(waits).toEqual([22_500, 45_000]);
  });

  it('give up after five attempts with the last error', async () => {
    const last = transportError('timed-out');
    const transport = failing(lost, lost, lost, lost, last);
    const { failed, options } = noted();
    await expect(deliverWithRetries(transport, payload, options)).rejects.toBe(last);
    expect(transport.calls).toBe(5);
    expect(failed.at(-1)).toEqual({ attempt: 5, error: last });
  });

  it('are made for each reason as the table says, and for no other error', async () => {
    for (const [reason, { again }] of Object.entries(TRANSPORT_REASONS)) {
      // The keys of the table are the reasons.
      const error = transportError(reason as TransportReason);
      const work = deliverWithRetries(failing(error), payload, noted().options);
      await (again ? expect(work).resolves.toBe(receipt) : expect(work).rejects.toBe(error));
    }
    const other = new Error('a defect');
    await expect(deliverWithRetries(failing(other), payload, noted().options)).rejects.toBe(other);
  });

  it('end by the signal: before the first, and in a wait', async () => {
    const aborted = { code: 'X12_ABORTED' };
    const before = failing();
    const { options } = noted({ signal: AbortSignal.abort() });
    await expect(deliverWithRetries(before, payload, options)).rejects.toMatchObject(aborted);
    expect(before.calls).toBe(0);
    const control = new AbortController();
    const wait = async (): Promise<void> => {
      control.abort();
      throw new Error('the wait ended');
    };
    const inWait = noted({ signal: control.signal, wait });
    await expect(deliverWithRetries(failing(lost), payload, inWait.options)).rejects.toMatchObject(aborted);
  });

  it('refuse numbers that make no sense', async () => {
    const wrong: readonly Partial<RetryOptions>[] = [
      { attempts: 0 },
      { attempts: 1.5 },
      { delayMs: -1 },
      { delayMs: Number.NaN },
      { factor: 0.5 },
      { maxDelayMs: -1 },
      { jitter: 2 },
    ];
    for (const options of wrong) {
      const details = { option: Object.keys(options)[0] };
      await expect(deliverWithRetries(failing(), payload, noted(options).options)).rejects.toMatchObject({
        code: 'X12_OPTION_INVALID',
        details,
      });
    }
  });
});
