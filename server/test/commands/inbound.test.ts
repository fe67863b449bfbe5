import { expect, it } from 'vitest';
import { INBOUND_COMMANDS } from '../../src/commands/inbound.js';
import { openInbound, ordersFile } from '../support/inbound.js';
import { PARTNERSHIP } from '../support/partner-rows.js';

interface Listed {
  readonly interchanges: readonly { readonly id: string }[];
  readonly next?: string;
}

const named = (name: string) => {
  const found = INBOUND_COMMANDS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no command ${name}.`);
  return found;
};
const text = (name: string, result: unknown): string => named(name).show(result as never, 80);

it('interchanges that wait are listed, the oldest first and so many; one is shown, and taken out once', async () => {
  const inbound = await openInbound();
  const file = [1, 2, 3].map((n) => ordersFile({ sender: 'NOBODY', number: `00000000${n}` })).join('');
  const execution = await inbound.receive(file);
  const list = (input: object) => inbound.command('inbound', { ...input }) as Promise<Listed>;
  const { interchanges: all, ...more } = await list({ limit: 100 });
  expect([all.length, more]).toEqual([3, {}]);
  const page = await list({ limit: 2 });
  expect(page).toEqual({ interchanges: all.slice(0, 2), next: all[1]?.id });
  expect(text('inbound', page).split('\n')[2]).toBe(`More wait: ediloom-server inbound list --after ${all[1]?.id}`);
  expect(await list({ limit: 2, after: page.next })).toEqual({ interchanges: all.slice(2) });
  await expect(list({ limit: 2, after: 'nothing' })).rejects.toThrow(
    'There is no interchange nothing; leave --after out',
  );
  const lines = text('inbound', { interchanges: all }).split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(
    /^[\w-]+ {2}quarantined {2}2026-01-15T12:00:00\.\d{3}Z {2}FAILED_TO_FIND_SENDER_PROFILE {2}file [\w-]+$/,
  );
  expect(lines[0]).toContain(`file ${execution.id}`);
  const [first] = all;
  const shown = text('inbound show', await inbound.command('inbound show', { id: first?.id }));
  expect(shown.split('\n').map((line) => line.split(/ +/)[0])).toEqual([
    ...['id', 'executionId', 'place', 'state', 'faultCode', 'partnershipId', 'connectionId', 'controlNumber', 'bytes'],
    ...['receivedAt', 'fault'],
  ]);
  // Of whom it is, and what is in it, is not said.
  expect(shown + lines.join()).not.toMatch(/NOBODY|PO-1/);
  const taken = await inbound.command('inbound assign', { id: first?.id, partnership: PARTNERSHIP });
  expect(text('inbound assign', taken)).toBe(
    `interchange ${first?.id} is assigned, and will be processed by an execution of its own`,
  );
  await expect(inbound.command('inbound release', { id: first?.id })).rejects.toThrow(
    'The interchange does not wait: it is assigned. See ediloom-server inbound list.',
  );
  await expect(inbound.command('inbound assign', { id: all[1]?.id, partnership: 'nobody' })).rejects.toThrow(
    'The account has no such partnership.',
  );
  // Behind one that does not wait any more as behind one that does.
  expect(await list({ limit: 100, after: first?.id })).toEqual({ interchanges: all.slice(1) });
  expect((await list({ limit: 100 })).interchanges).toHaveLength(2);
});

it('one that no setting is for says which: in its fault, and when it is shown', async () => {
  const inbound = await openInbound();
  await inbound.receive(ordersFile({ release: '005010' }));
  const [{ message = '' } = {}] = await inbound.rows('faults');
  expect(message).toMatch(/has no inbound transaction setting for transaction set 850 in 005010\. Create one/);
  const [row] = await inbound.rows('received_interchanges');
  const result = await inbound.command('inbound show', { id: row?.id });
  expect(result).toMatchObject({ faults: [{ transactionSetIdentifier: '850', release: '005010' }] });
  expect(text('inbound show', result)).toContain('INVALID_CONFIGURATION (850 in 005010): Interchange 1: partnership');
});
