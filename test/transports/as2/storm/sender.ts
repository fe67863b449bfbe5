/**
 * Delivers payloads over AS2 until all are delivered, and ends. Arguments: folder of the journal, folder with identities, port of the
 * receiver, port of its own endpoint (0: receipts with the answer), names of the payloads. Writes `delivered NAME` for each.
 */
import { setTimeout } from 'node:timers/promises';
import { payloadOf } from '../../../../src/delivery/payload.js';
import { createFileJournal } from '../../../../src/stores/file-journal.js';
import { partnershipFrom } from '../../../../src/transports/as2/agreement/partnership-from.js';
import { createAs2Transport } from '../../../../src/transports/as2/as2-transport.js';
import { createAs2Endpoint } from '../../../../src/transports/as2/endpoint/create-as2-endpoint.js';
import { createAs2Server } from '../../../../src/transports/as2/endpoint/create-as2-server.js';
import { killAtStep } from './kill-at-step.js';
import { bytesOf, settingsFrom } from './storm-settings.js';

const [directory = '', keys = '', port = '', ownPort = '0', ...names] = process.argv.slice(2);
const asynchronous = ownPort !== '0';
const settings = {
  ...settingsFrom(keys, 'US', 'THEM'),
  url: `http://127.0.0.1:${port}/`,
  mdn: asynchronous ? { mode: 'async' as const, url: `http://127.0.0.1:${ownPort}/`, waitMinutes: 0.02 } : {},
};
const onStep = killAtStep();
const journal = createFileJournal({ directory });
const partnership = partnershipFrom(settings);
const endpoint = createAs2Endpoint({ partnerships: [partnership], journal, onStep });
const server = createAs2Server(endpoint);
if (asynchronous) await server.listen({ port: Number(ownPort) });
const transport = createAs2Transport({
  connection: 'storm',
  partnership: settings,
  journal,
  lookMs: 20,
  idleMs: 2_000,
  onStep,
});
for (const name of names) {
  for (;;) {
    try {
      await transport.deliver(payloadOf(name, `${name}.edi`, bytesOf(name)));
      break;
    } catch {
      await setTimeout(10);
    }
  }
  console.log(`delivered ${name}`);
}
process.exit(0);
