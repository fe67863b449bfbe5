import { describe, expect, it, onTestFinished } from 'vitest';
import { createReader } from '../../../src/reading/create-reader.js';
import { openInbound, ordersFile } from '../../support/inbound.js';

/** Lines of one order: as JSON, more than the process may have. */
const LINES = 500_000;

function deadlyFile(): string {
  const lines = Array.from({ length: LINES }, (_, n) => `PO1*${n + 1}*12*EA*9.75~`).join('');
  return ordersFile({ number: '000000009' })
    .replace('PO1*1*12*EA*9.75~CTT*1~', `${lines}CTT*${LINES}~`)
    .replace('SE*5*', `SE*${LINES + 4}*`);
}

describe('a file that the process dies of which reads it', () => {
  it('fails after some tries, and others are read meanwhile', async () => {
    const deaths: string[] = [];
    const watch = { readingBegun: () => {}, readingEnded: () => {}, readingStopped: (how: string) => deaths.push(how) };
    const reader = createReader({ processes: 1, memoryMb: 64, silentMs: 600_000, watch });
    onTestFinished(() => reader.close());
    const inbound = await openInbound({ parts: () => ({ reader }) });
    const deadly = await inbound.arrive(deadlyFile());
    expect(await inbound.receive(ordersFile())).toMatchObject({ status: 'COMPLETED' });
    expect(await inbound.ended(deadly)).toMatchObject({
      ...{ status: 'FAILED', fault_code: 'UNKNOWN_ERROR', retryable: 1 },
      fault_message: expect.stringContaining('more memory than it may have'),
    });
    expect(deaths).toEqual(['memory', 'memory']);
    expect(await inbound.rows('unshown_files')).toEqual([]);
    expect(await inbound.receive(ordersFile({ number: '000000002' }))).toMatchObject({ status: 'COMPLETED' });
  });
});
