import { describe, it } from 'vitest';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { payloadOf } from '../../../src/delivery/payload.js';
import { transportContract } from '../../../src/testing/transport-contract.js';
import type { TransportHarness } from '../../../src/testing/transport-harness.js';
import { type Given, type Side, startSide, transportTo, until } from './two-partners.js';
import { Wire } from './wire.js';

/** Two partners; ours is the transport, theirs receives into a list and sends from one. */
async function partners(settings: Given): Promise<TransportHarness> {
  const journal = createMemoryJournal();
  const them = await startSide('THEM');
  const us = await startSide('US', { journal, take: null });
  const asyncSettings = settings.mdn?.mode === 'async' ? { mdn: { ...settings.mdn, url: us.url } } : {};
  const control = new AbortController();
  let unreachable = false;
  const placing: Promise<unknown>[] = [];
  return {
    transport: async () => {
      // A receipt that is on its way after a cut is there by the time that somebody tries again.
      if (settings.mdn?.mode === 'async') await until(() => us.receipts.length >= them.files.length);
      const url = unreachable ? { url: await closedUrl() } : {};
      unreachable = false;
      return transportTo(them, { journal, endpoint: us.endpoint, settings: { ...settings, ...asyncSettings, ...url } });
    },
    arrived: async () => them.files,
    place: async (name, bytes) => {
      placing.push(placeUntilTaken(us, name, bytes, control.signal).catch(() => undefined));
    },
    fault: (kind) => {
      if (kind === 'unreachable') unreachable = true;
      else them.wire.fault = kind;
    },
    close: async () => {
      control.abort();
      await Promise.all(placing);
      await us.close();
      await them.close();
    },
  };
}

/** Where nothing listens any more. */
async function closedUrl(): Promise<string> {
  const wire = new Wire();
  const port = await wire.open(0);
  await wire.close();
  return `http://127.0.0.1:${port}/`;
}

/** The partner sends until someone receives. */
async function placeUntilTaken(us: Side, name: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const transport = await transportTo(us);
  const payload = payloadOf(name, name, bytes);
  while (!signal.aborted) {
    const failed = await transport.deliver(payload, signal).then(
      () => false,
      () => true,
    );
    if (!failed) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const SETTINGS: Readonly<Record<string, Given>> = {
  'signed, encrypted, receipts with the answer': {},
  'compressed, GCM, receipts by themselves': {
    outbound: { compress: 'before-signing', encrypt: 'aes128-gcm', keyTransport: 'rsa-oaep', sign: 'sha512' },
    mdn: { mode: 'async', micAlgorithms: ['sha512'] },
  },
};

for (const [name, settings] of Object.entries(SETTINGS)) {
  describe(`the AS2 transport: ${name}`, () => {
    for (const check of transportContract(() => partners(settings))) {
      // AS2 has no directory: a name is what the sender calls a transmission, and may come twice.
      it.skipIf(check.needs.includes('names') || check.needs.includes('inbox'))(check.name, check.run);
    }
  });
}
