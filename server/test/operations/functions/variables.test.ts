import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FUNCTIONS, type FunctionsApp, functionsApp } from '../../support/functions-app.js';

const HIDDEN = '********';

let test: FunctionsApp;
beforeAll(async () => {
  test = await functionsApp();
});
afterAll(() => test.close());

type Variables = Readonly<Record<string, string | null>>;
const create = (functionName: string, environmentVariables: Variables) =>
  test.call('POST', FUNCTIONS, { payload: { functionName, code: '1', environmentVariables } });
const update = (name: string, environmentVariables: Variables) =>
  test.call('PUT', `${FUNCTIONS}/${name}`, { payload: { environmentVariables } });
/** What the function finds in its environment of what its author has set. */
async function seenBy(name: string): Promise<object> {
  expect((await test.call('POST', `${FUNCTIONS}/${name}/invocations`, { payload: {} })).statusCode).toBe(200);
  const entries = Object.entries(test.fake.runs.at(-1)?.environment ?? {});
  return Object.fromEntries(entries.filter(([variable]) => /^[A-C]$/.test(variable)));
}

describe('variables of functions', () => {
  it('without a value are not there', async () => {
    const made = await create('nulls', { A: 'a', B: null });
    expect(made.json().environmentVariables).toEqual({ A: HIDDEN });
    expect(await seenBy('nulls')).toEqual({ A: 'a' });
    expect((await update('nulls', { A: null, C: '' })).json().environmentVariables).toEqual({ C: HIDDEN });
    expect(await seenBy('nulls')).toEqual({ C: '' });
  });

  it('are not lost where their member is spelt otherwise', async () => {
    for (const member of ['environment_variables', 'EnvironmentVariables']) {
      const payload = { functionName: 'misspelt', code: '1', [member]: { A: 'a' } };
      const answer = await test.call('POST', FUNCTIONS, { payload });
      expect([answer.statusCode, answer.json().message]).toEqual([
        ...[400, `/${member} is not known here. Did you mean environmentVariables?`],
      ]);
    }
    // Of a newer client.
    const payload = { functionName: 'newer', code: '1', memorySize: 512 };
    expect((await test.call('POST', FUNCTIONS, { payload })).statusCode).toBe(201);
  });

  it('that come back as they were shown keep their values; the others are replaced all together', async () => {
    await create('kept', { A: 'a', B: 'b' });
    await update('kept', { A: HIDDEN, C: 'c' });
    expect(await seenBy('kept')).toEqual({ A: 'a', C: 'c' });
    const none = await update('kept', { B: HIDDEN });
    expect(none.json().fieldList).toMatchObject([{ path: '/environmentVariables/B' }]);
    expect(await seenBy('kept')).toEqual({ A: 'a', C: 'c' });
  });

  it('that are kept count with what they are', async () => {
    expect((await create('full', { A: 'x'.repeat(4095) })).statusCode).toBe(201);
    const answer = await update('full', { A: HIDDEN, B: 'x'.repeat(4000) });
    expect([answer.statusCode, answer.json().fieldList]).toMatchObject([400, [{ path: '/environmentVariables' }]]);
    expect((await update('full', { A: HIDDEN })).statusCode).toBe(200);
  });

  it('are bounded in number, and those that are as they were are not written again', async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`V${at}`, 'x']));
    const answer = await create('many', many(257));
    expect([answer.statusCode, answer.json().fieldList]).toMatchObject([400, [{ path: '/environmentVariables' }]]);
    expect((await create('many', many(256))).statusCode).toBe(201);
    const sealed = () =>
      test.queries((of) => of.from('secrets').select(['name', 'ciphertext']).where('owner_id', '=', 'many').execute());
    const before = await sealed();
    await update('many', { ...many(256), V0: 'y' });
    const changed = (await sealed()).filter(
      ({ name, ciphertext }) =>
        !before.some((one) => one.name === name && Buffer.compare(one.ciphertext, ciphertext) === 0),
    );
    expect(changed.map(({ name }) => name)).toEqual(['V0']);
  });

  it('go with their function, and are not those of another one of its name', async () => {
    await create('gone', { A: 'a' });
    await test.call('DELETE', `${FUNCTIONS}/gone`);
    expect((await create('gone', {})).json().environmentVariables).toEqual({});
    expect(await seenBy('gone')).toEqual({});
  });

  it('are written nowhere in the store', async () => {
    await create('hidden', { A: 'word-to-be-hidden' });
    for (const table of ['functions', 'secrets', 'audit', 'idempotency', 'function_operations'] as const) {
      const rows = await test.services.store.read((db) => db.selectFrom(table).selectAll().execute());
      expect(JSON.stringify(rows.map((row) => Object.values(row).map(String)))).not.toContain('word-to-be-hidden');
    }
  });
});
