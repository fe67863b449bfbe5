import { payloadOf } from '../delivery/payload.js';
import { outcomeOf } from '../delivery/transport-error.js';
import { demand, demandEqual } from './contract-check.js';
import type { TransportChecks, TransportFault, TransportHarness } from './transport-harness.js';
import { bytesOf, demandArrived, demandFailure, withTransport } from './transport-steps.js';

const NAMES: TransportChecks['checks'] = {
  async 'refuses a name that is there, and leaves that file alone'(harness) {
    await withTransport(harness, async (transport) => {
      await transport.deliver(payloadOf('first', 'a.edi', bytesOf(10)));
      await demandFailure(transport, payloadOf('second', 'a.edi', bytesOf(20)), 'target-exists');
      await demandFailure(transport, payloadOf('third', 'a.edi', bytesOf(10).reverse()), 'target-exists');
      // A further attempt must not take the other's file for its own, though size and bytes are the same.
      await demandFailure(transport, payloadOf('fourth', 'a.edi', bytesOf(10)), 'target-exists');
      await demandFailure(transport, payloadOf('fourth', 'a.edi', bytesOf(10)), 'target-exists');
      await demandArrived(harness, [{ name: 'a.edi', bytes: bytesOf(10) }]);
    });
  },
  async 'takes the next free name where told to'(harness) {
    const transport = await harness.transport({ existing: 'suffix' });
    const names: string[] = [];
    for (const id of ['first', 'second', 'third', 'second']) {
      names.push((await transport.deliver(payloadOf(id, 'a.b.edi', bytesOf(id.length)))).name);
    }
    await transport.close();
    demandEqual(names, ['a.b.edi', 'a.b-2.edi', 'a.b-3.edi', 'a.b-2.edi'], 'the names in the receipts');
    await demandArrived(harness, [
      { name: 'a.b.edi', bytes: bytesOf(5) },
      { name: 'a.b-2.edi', bytes: bytesOf(6) },
      { name: 'a.b-3.edi', bytes: bytesOf(5) },
    ]);
  },
  async 'replaces a file where told to, and not by an earlier payload'(harness) {
    const transport = await harness.transport({ existing: 'overwrite' });
    await transport.deliver(payloadOf('first', 'a.edi', bytesOf(10)));
    await transport.deliver(payloadOf('second', 'a.edi', bytesOf(10).reverse()));
    demandEqual((await transport.deliver(payloadOf('first', 'a.edi', bytesOf(10)))).already, true, 'already');
    await transport.close();
    await demandArrived(harness, [{ name: 'a.edi', bytes: bytesOf(10).reverse() }]);
  },
  async 'refuses names that are paths or hold control characters'(harness) {
    await withTransport(harness, async (transport) => {
      const names = [
        '',
        '.',
        '..',
        'a/b',
        '../a',
        '/etc/a',
        'a\\b',
        'a\0b',
        'a\r\nDELE b',
        'a\u007f',
        'x'.repeat(4000),
      ];
      for (const name of names) await demandFailure(transport, payloadOf('id', name, bytesOf(1)), 'name-refused');
      await demandArrived(harness, []);
    });
  },
  async 'takes names with spaces, quotes and letters beyond ASCII'(harness) {
    await withTransport(harness, async (transport) => {
      const names = ['two  words.edi', "it's “quoted”.edi", 'é-ü-日本.edi', '-rf.edi', 'a;b&c$d%20.edi', '*?[x].edi'];
      for (const name of names) await transport.deliver(payloadOf(name, name, bytesOf(3)));
      await demandArrived(
        harness,
        names.map((name) => ({ name, bytes: bytesOf(3) })),
      );
    });
  },
};

const FAULTS: TransportChecks['checks'] = {
  async 'says that the partner cannot be reached, and delivers once it can'(harness) {
    await demandRecovery(harness, 'unreachable', ['unavailable']);
  },
  async 'says that a transfer was cut, and delivers once and whole after that'(harness) {
    // What the system took to send may have gone: over one connection nobody can tell how far it came.
    await demandRecovery(harness, 'cut-in-transfer', ['unavailable', 'unknown']);
  },
  async 'looks before it sends again what may have arrived'(harness) {
    await demandRecovery(harness, 'cut-at-end', ['unknown', 'delivered']);
  },
};

/** Of names in a partner's directory, and of what breaks on the way. */
export const directoryChecks: readonly TransportChecks[] = [
  { needs: ['names'], checks: NAMES },
  { needs: ['faults'], checks: FAULTS },
];

async function demandRecovery(
  harness: TransportHarness,
  fault: TransportFault,
  outcomes: readonly string[],
): Promise<void> {
  const bytes = bytesOf(400_000);
  const payload = payloadOf('id', 'a.edi', bytes);
  harness.fault?.(fault);
  const outcome = await withTransport(harness, (transport) =>
    transport.deliver(payload).then(() => 'delivered', outcomeOf),
  );
  demand(outcomes.includes(outcome ?? ''), `the outcome is ${outcome}, and should be ${outcomes.join(' or ')}`);
  if (fault !== 'cut-at-end') await demandArrived(harness, []);
  await withTransport(harness, async (transport) => {
    const receipt = await transport.deliver(payload);
    demandEqual(receipt.already, fault === 'cut-at-end', 'already');
  });
  await demandArrived(harness, [{ name: 'a.edi', bytes }]);
}
