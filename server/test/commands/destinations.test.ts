import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/commands/command.js';
import { DESTINATION_COMMANDS } from '../../src/commands/destinations.js';
import { ROUTES } from '../../src/operations/operations.js';
import { type TestApp, testApp } from '../support/test-app.js';

const NEW = { name: 'shop', destinationUrl: 'https://hooks.example.com/edi', eventTypes: ['file.failed'] };

describe('destinations, as an operator', () => {
  let test: TestApp;
  let id: string;
  beforeAll(async () => {
    test = await testApp(ROUTES.filter(({ family }) => family === 'events'));
    id = (await test.call('POST', '/2026-02-01/destinations', { payload: NEW })).json().id;
  });
  afterAll(() => test.close());

  /** As a person is shown it. */
  async function run(name: string, ...words: readonly string[]): Promise<string> {
    const command: Command | undefined = DESTINATION_COMMANDS.find((one) => one.name === name || one.alias === name);
    if (command === undefined) throw new Error(`There is no command ${name}.`);
    const input = await command.prepare({ positionals: words, options: {} }, {});
    return command.show((await command.run(test.services, input)) as never, 80);
  }
  const audited = () =>
    test.queries((queries) =>
      queries.from('audit').select(['action', 'object_kind']).where('object_id', 'is not', null).execute(),
    );

  it('are listed and shown, with what waits for them, and never a secret', async () => {
    const made = '2026-01-15T12:00:00.000Z'.length;
    const listed = await run('destinations list');
    expect(listed).toBe(`${id}  ENABLED   production  never  shop  ${NEW.destinationUrl}`);
    const shown = await run('destinations show', id);
    expect(shown).toMatch(/^id +dst_/);
    expect(shown).toMatch(/^eventTypes +file\.failed$/m);
    expect(shown).toMatch(/^waiting +0$/m);
    expect(shown).toMatch(new RegExp(`^createdAt +.{${made}}$`, 'm'));
    expect(shown).not.toContain('whsec_');
  });

  it('are disabled and enabled, pinged, and sent an event again; each is audited', async () => {
    const before = (await audited()).length;
    expect(await run('destinations disable', id)).toBe(`destination ${id} is disabled`);
    await expect(run('destinations ping', id)).rejects.toThrow('The destination is disabled. Enable it first.');
    expect(await run('destinations enable', id)).toContain('is enabled, and is sent what has waited');
    const [, eventId = ''] =
      /^event (evt_\S+) is on its way; destinations show dst_/.exec(await run('destinations ping', id)) ?? [];
    expect(await run('destinations retry', eventId)).toBe(`event ${eventId} is on its way again`);
    // As after an attempt that has failed.
    const answer = 'Nothing listens at that address and port.';
    await test.queries((queries) => queries.update('event_deliveries').set({ attempts: 2, answer }).execute());
    expect(await run('destinations show', id)).toMatch(
      new RegExp(`^failing +event ${eventId}, tried 2 times so far: ${answer}$`, 'm'),
    );
    const entries = (await audited()).slice(before).map(({ action, object_kind }) => `${action} ${object_kind}`);
    expect(entries).toEqual(['update destination', 'update destination', 'ping destination', 'retry event']);
    const jobs = await test.queries((queries) => queries.from('jobs').select('kind').execute());
    expect(jobs.map(({ kind }) => kind).sort()).toEqual(['release-webhooks', 'webhook', 'webhook']);
  });

  it('that are not there, and command lines that say too little, are refused', async () => {
    const nowhere = 'dst_01a20437-b994-7000-9190-f8e9aa8a57e3';
    for (const name of ['show', 'enable', 'disable', 'ping', 'retry']) {
      await expect(run(`destinations ${name}`, nowhere)).rejects.toThrow(
        /There is no such .*`ediloom-server destinations` lists/,
      );
      await expect(run(`destinations ${name}`)).rejects.toThrow(/takes the id of an? /);
    }
    await expect(run('destinations', 'all')).rejects.toThrow('destinations takes no "all".');
  });
});
