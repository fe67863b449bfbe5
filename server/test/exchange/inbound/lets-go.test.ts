import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openInbound, ordersFile } from '../../support/inbound.js';
import { until } from '../../support/test-jobs.js';

// Larger than a row takes, and than one chunk of a file.
const ORDERS = Array.from({ length: 3_000 }, (_, index) => `PO-${index}`);
const FILE = ordersFile({ orders: ORDERS });

it.each([
  ['as it is', FILE],
  ['packed', gzipSync(FILE)],
  ['of nobody', FILE.replaceAll('BUYER', 'OTHER')],
  ['that is no X12', FILE.replaceAll('ISA', 'ASI')],
  ['that is cut off', FILE.slice(0, -2_000)],
  ['packed, and cut off', gzipSync(FILE).subarray(0, -100)],
])('a file %s is let go of, whatever becomes of it', async (_, bytes) => {
  const opened: Readable[] = [];
  const { receive } = await openInbound({
    parts: ({ artifacts }) => ({
      artifacts: {
        ...artifacts,
        open: async (row) => {
          const readable = await artifacts.open(row);
          opened.push(readable);
          return readable;
        },
      },
    }),
  });
  expect((await receive(bytes)).status).toMatch(/COMPLETED|FAILED/);
  expect(opened).not.toEqual([]);
  // Each is a file that is open, or a connection to the object store.
  await until(() => Promise.resolve(opened.every(({ destroyed }) => destroyed)));
});
