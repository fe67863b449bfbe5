/**
 * Receives over AS2 and stores each payload under its id, until it is killed. Arguments: folder of the journal, folder with
 * identities, folder for payloads, port. Writes `handed ID` and `accepted ID`.
 */
import { createHash } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { InboundPayload } from '../../../../src/delivery/payload.js';
import { createFileJournal } from '../../../../src/stores/file-journal.js';
import { partnershipFrom } from '../../../../src/transports/as2/agreement/partnership-from.js';
import { createAs2Endpoint } from '../../../../src/transports/as2/endpoint/create-as2-endpoint.js';
import { createAs2Server } from '../../../../src/transports/as2/endpoint/create-as2-server.js';
import { killAtStep } from './kill-at-step.js';
import { settingsFrom } from './storm-settings.js';

const [directory = '', keys = '', store = '', port = ''] = process.argv.slice(2);
const onStep = killAtStep();
const endpoint = createAs2Endpoint({
  partnerships: [partnershipFrom(settingsFrom(keys, 'THEM', 'US'))],
  journal: createFileJournal({ directory }),
  receipts: { publicOnly: false, delayMs: 30 },
  onStep,
});
const receiving = receiveAll();
await createAs2Server(endpoint).listen({ port: Number(port) });
await receiving;

async function receiveAll(): Promise<void> {
  for await (const payload of endpoint.receive()) {
    console.log(`handed ${payload.id}`);
    await keep(payload);
    onStep('stored');
    await payload.accept().then(
      () => {
        console.log(`accepted ${payload.id}`);
        onStep('accepted');
      },
      () => undefined,
    );
  }
}

/** As anyone would who wants it once: under its id, whole or not at all. */
async function keep(payload: InboundPayload): Promise<void> {
  const name = `${createHash('sha256').update(payload.id).digest('hex').slice(0, 16)} ${payload.name}`;
  const temporary = join(store, `.${name}`);
  const file = await open(temporary, 'w');
  for await (const chunk of payload.open()) await file.write(chunk);
  await file.sync();
  await file.close();
  await rename(temporary, join(store, name));
}
