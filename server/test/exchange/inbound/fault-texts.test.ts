import { expect, it } from 'vitest';
import { openInbound, ordersFile } from '../../support/inbound.js';

/** Of the execution that a file becomes. */
async function faultOf(file: string): Promise<string> {
  const inbound = await openInbound();
  const { fault_message: message } = await inbound.receive(file);
  return message ?? '';
}

it('faults of an envelope name the element and its code once', async () => {
  const message = await faultOf(ordersFile().replace(/GE\*1\*(\d+)~/, 'GE*2*$1~'));
  expect(message).toMatch(/\(AK905 5\)\. /);
});

it('a limit of the engine is told without the option of a program', async () => {
  const message = await faultOf(ordersFile().replace('BEG*', `BEG${'*'.repeat(2_000)}`));
  expect(message).toMatch(/elements in a segment.*No file may have more: ask the partner what it is\.$/);
});
