import Type from 'typebox';
import { expect, it, onTestFinished } from 'vitest';
import { route } from '../../src/operations/route.js';
import { openTestStore } from '../support/store-factory.js';
import { testApp } from '../support/test-app.js';

it('a connection whose handler may be silent outlives those that nothing passes on', async () => {
  let begin = (): void => undefined;
  let end = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const waiting = (path: string) => ({
    ...({ operation: path.slice(1), family: 'functions', method: 'POST', path, summary: path } as const),
    schemas: { response: { 200: Type.Object({}) } },
    handle: async () => {
      begin();
      await over;
      return { body: {} };
    },
  });
  const { store, close } = await openTestStore();
  const test = await testApp([route({ ...waiting('/patient'), mayBeSilent: true }), route(waiting('/usual'))], {
    store,
  });
  onTestFinished(async () => {
    await test.close();
    await close();
  });
  test.app.server.timeout = 100;
  const url = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const ask = (path: string) =>
    fetch(`${url}/2021-11-16${path}`, { method: 'POST', headers: { authorization: test.liveKey } });
  const patient = ask('/patient');
  await begun;
  await expect(ask('/usual')).rejects.toThrow();
  end();
  expect((await patient).status).toBe(200);
});
