import { expect, it, onTestFinished } from 'vitest';
import { JOB_COMMANDS } from '../../src/commands/jobs.js';
import { STATUS_COMMANDS } from '../../src/commands/status.js';
import { ROUTES } from '../../src/operations/operations.js';
import { openInbound, ordersFile } from '../support/inbound.js';
import { testApp } from '../support/test-app.js';

it('says that no job has failed', () => {
  const jobs = JOB_COMMANDS.find(({ name }) => name === 'jobs');
  expect(jobs?.show([] as never, 80)).toBe('No job has failed for good.');
});

it('lists files that have failed, those of every account, with what to do', async () => {
  const app = await testApp([]);
  onTestFinished(() => app.close());
  const { services, clock } = app;
  const failed = {
    direction: 'OUTBOUND',
    mode: 'test',
    key_mode: 'test',
    status: 'FAILED',
    file_type: 'EDI/X12',
    transaction_count: 1,
    fault_count: 1,
    fault_code: 'DELIVERY_FAILURE',
    fault_message: 'Not delivered. Ask them.',
    retryable: 1,
    parent_id: null,
    child_id: null,
    partnership_id: 'mill',
    connection_type: null,
    connection_id: null,
    directory: '',
    name: 'secret-name.edi',
    interchange: null,
    expires_at: null,
  } as const;
  const add = (id: string, at: number, failedAt = at) =>
    app.queries((queries) =>
      queries.insert('executions', { ...failed, id, created_at: at, updated_at: failedAt }).execute(),
    );
  await add('old', clock.now() - 25 * 3_600_000);
  await add('new', clock.now() - 3_600_000);
  // Made on Friday, and given up this morning.
  await add('late', clock.now() - 60 * 3_600_000, clock.now() - 3_600_000);
  const [command] = STATUS_COMMANDS;
  const status = (await command?.run(services, { hours: 24 })) as never;
  expect(status).toMatchObject({
    failedFiles: [{ id: 'new', accountId: app.accountId, partnershipId: 'mill' }, { id: 'late' }],
  });
  // The others were made before, and are named all the same.
  expect(status).toMatchObject({ files: { count: 1, exact: true, byStatus: { FAILED: 1, COMPLETED: 0 } } });
  const text = command?.show(status, 80) ?? '';
  expect(text).toMatch(/\n1 file was made since \S+: 1 FAILED\.$/);
  expect(text).toContain('2 files have failed since');
  expect(text).toContain('Not delivered. Ask them.');
  expect(text).not.toContain('secret-name');
});

it('tells files that came in from those that were sent, and counts what waits for somebody', async () => {
  const inbound = await openInbound();
  await inbound.receive(ordersFile({ sender: 'NOBODY' }));
  const [command] = STATUS_COMMANDS;
  const status = (await command?.run(inbound.services, { hours: 24 })) as never;
  const text = command?.show(status, 80) ?? '';
  expect(text).toContain('1 file that came in has failed since');
  expect(text).not.toContain('delivers them again');
  expect(text).toMatch(/\n1 interchange that came in waits for somebody: inbound lists them/);
});

it('tells destinations that are sent nothing any more from those that fail', async () => {
  const test = await testApp(ROUTES.filter(({ family }) => family === 'events'));
  onTestFinished(() => test.close());
  const payload = { name: 'shop', destinationUrl: 'https://hooks.example.com/edi', eventTypes: ['file.failed'] };
  for (const name of ['by us', 'by the server', 'failing'])
    await test.call('POST', '/2026-02-01/destinations', { payload: { ...payload, name } });
  const change = (name: string, values: object) =>
    test.queries((queries) => queries.update('destinations').set(values).where('name', '=', name).execute());
  await change('by us', { status: 'DISABLED' });
  await change('by the server', { status: 'DISABLED', disabled_for: 'Nothing has reached it.', failing_since: 1 });
  await change('failing', { failing_since: 1 });
  const [command] = STATUS_COMMANDS;
  const text = command?.show((await command.run(test.services, { hours: 24 })) as never, 80) ?? '';
  expect(text).toMatch(/^1 destination is sent no events, as nothing reached it: destinations says why/);
  expect(text).toContain('\n1 destination did not take an event lately: destinations show ID says why');
});

it('says that functions have failed for good, and where to look', async () => {
  const app = await testApp([]);
  onTestFinished(() => app.close());
  const { services, clock } = app;
  const at = clock.now();
  const about = { function_name: 'secret-name', mode: 'test', kind: 'Event', source: 'api', depth: 0 } as const;
  const times = { created_at: at, started_at: at, expires_at: at + 86_400_000 };
  const invocation = { ...about, ...times, attempts: 3, event: null, error: null, log: null, took_ms: 1 };
  const add = (id: string, state: 'failed' | 'succeeded', endedAt: number) =>
    app.queries((queries) => queries.insert('invocations', { ...invocation, id, state, ended_at: endedAt }).execute());
  await add('a', 'failed', at - 1_000);
  await add('b', 'failed', at - 25 * 3_600_000);
  await add('c', 'succeeded', at - 1_000);
  const [command] = STATUS_COMMANDS;
  const status = (await command?.run(services, { hours: 24 })) as never;
  expect(status).toMatchObject({ failedInvocations: 1 });
  const text = command?.show(status, 80) ?? '';
  expect(text).toMatch(/^1 invocation of a function has failed for good since \S+: functions errors lists them/);
  expect(text).not.toContain('secret-name');
});
