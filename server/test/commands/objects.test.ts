import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BUCKET_COMMANDS } from '../../src/commands/buckets.js';
import { type Arguments, UsageError } from '../../src/commands/command.js';
import { writeBeside } from '../../src/commands/new-file.js';
import { PIECE_BYTES } from '../../src/commands/object-pieces.js';
import { OBJECT_COMMANDS } from '../../src/commands/objects.js';
import { objectRoutes } from '../../src/operations/buckets/objects.js';
import { putObject } from '../../src/resources/buckets/put-object.js';
import { runCommand } from '../support/run-command.js';
import { type TestApp, testApp } from '../support/test-app.js';

let test: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'object-commands-'));
const at = (name: string): string => join(folder, name);
const parts = (): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.part'));

beforeAll(async () => {
  test = await testApp(objectRoutes);
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (name: string, positionals: readonly string[] = [], options: Arguments['options'] = {}) =>
  runCommand(test.services, [...BUCKET_COMMANDS, ...OBJECT_COMMANDS], name, { positionals, options });
const audited = async (objectId: string) =>
  (
    await test.queries((queries) =>
      queries.from('audit').select(['action', 'key_id']).where('object_id', '=', objectId).orderBy('id').execute(),
    )
  ).map(({ action, key_id }) => [action, key_id]);

describe('buckets of the operator', () => {
  it('are made, listed with the bytes in them, and removed when they are empty', async () => {
    expect((await run('buckets')).shown).toContain('There is no bucket');
    expect((await run('buckets create', ['mill'])).shown).toBe('mill is made');
    await run('buckets create', ['mill-test'], { mode: 'test' });
    writeFileSync(at('five'), '12345');
    await run('objects put', ['mill', 'a', at('five')]);
    const { shown, result } = await run('buckets list');
    expect(result).toMatchObject([
      { bucketName: 'mill', mode: 'live', bytes: 5 },
      { bucketName: 'mill-test', mode: 'test', bytes: 0 },
    ]);
    expect(shown).toMatch(/^mill {2}live .* 5 bytes\nmill-test {2}test/);
    await expect(run('buckets delete', ['mill'])).rejects.toMatchObject({ code: 'BUCKET_NOT_EMPTY' });
    await run('buckets delete', ['mill-test']);
    expect((await run('buckets')).result).toHaveLength(1);
    expect((await audited('mill-test')).map(([action]) => action).sort()).toEqual(['create', 'delete']);
  });

  it('say what they take', async () => {
    for (const [name, words, options] of [
      ['buckets create', [], {}],
      ['buckets create', ['Mill'], {}],
      ['buckets create', ['a', 'b'], {}],
      ['buckets create', ['a'], { mode: 'both' }],
      ['buckets delete', [], {}],
      ['buckets', ['x'], {}],
      ['objects list', [], {}],
      ['objects list', ['mill'], { limit: '1001' }],
      ['objects get', ['mill', 'a'], {}],
      ['objects get', ['mill'], { out: at('x') }],
      ['objects put', ['mill', 'a'], {}],
      ['objects put', ['mill', 'a', at('nowhere')], {}],
      ['objects put', ['mill', 'a', folder], {}],
      ['objects delete', ['mill'], {}],
      ['objects read', ['mill', 'a'], {}],
      ['objects send', ['mill', 'a'], {}],
    ] as const) {
      await expect(run(name, words, options), `${name} ${words}`).rejects.toBeInstanceOf(UsageError);
    }
    await expect(run('buckets create', ['mill'])).rejects.toMatchObject({ code: 'BUCKET_ALREADY_EXISTS' });
  });
});

describe('objects of the operator', () => {
  it('are put from a file and saved to one, small and in pieces, with their progress', async () => {
    for (const length of [0, 5, PIECE_BYTES, 2 * PIECE_BYTES + 7]) {
      const bytes = randomBytes(length);
      const [from, to] = [at(`from-${length}`), at(`to-${length}`)];
      writeFileSync(from, bytes);
      const key = `big/${length}.bin`;
      const put = await run('objects put', ['mill', key, from], { 'content-type': 'text/plain' });
      expect(put.shown).toBe(`${length} bytes are in mill as ${key}`);
      const got = await run('objects get', ['mill', key], { out: to });
      expect(got.shown).toBe(`${length} bytes are in ${to}.`);
      expect(readFileSync(to).equals(bytes)).toBe(true);
      expect(statSync(to).mode & 0o777).toBe(0o600);
      expect(parts()).toEqual([]);
      const expected = length > PIECE_BYTES ? ['16 of 32 MB', '32 of 32 MB', '32 of 32 MB'] : [];
      expect([put.progress, got.progress]).toEqual([expected, expected]);
      // Of one millisecond they may stand in either order.
      expect((await audited(`mill/${key}`)).sort()).toEqual([
        ['put', null],
        ['read', null],
      ]);
      const headers = await test.call('HEAD', `/2022-05-05/buckets/mill/objects/${key}`);
      expect(headers.headers).toMatchObject({ 'content-type': 'text/plain', 'content-length': String(length) });
    }
    expect(await test.queries((queries) => queries.from('uploads').selectAll().execute())).toEqual([]);
  });

  it('leave no file where they are not there, or a file is there already', async () => {
    const out = at('not-there');
    await expect(run('objects get', ['mill', 'none'], { out })).rejects.toMatchObject({ code: 'NO_SUCH_KEY' });
    expect([existsSync(out), parts()]).toEqual([false, []]);
    writeFileSync(out, 'mine');
    await expect(run('objects get', ['mill', 'a'], { out })).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(out, 'utf8')).toBe('mine');
  });

  it('are saved beside a file that somebody has under the name of an unfinished one', async () => {
    await putObject(test.services, { accountId: test.accountId, bucket: 'mill', key: 'beside' }, Buffer.from('new'));
    const out = at('beside');
    writeFileSync(`${out}.part`, 'mine');
    onTestFinished(() => rmSync(`${out}.part`));
    await run('objects get', ['mill', 'beside'], { out });
    expect([readFileSync(out, 'utf8'), readFileSync(`${out}.part`, 'utf8')]).toEqual(['new', 'mine']);
    expect(parts()).toEqual(['beside.part']);
  });

  it('leave nothing unfinished where somebody ends the command', async () => {
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    onTestFinished(() => void kill.mockRestore());
    const before = process.listenerCount('SIGINT');
    const failed = writeBeside(at('ended'), async () => {
      expect(parts()).toEqual([expect.stringMatching(/^ended\.[0-9a-f]{12}\.part$/)]);
      process.emit('SIGINT', 'SIGINT');
      expect(parts()).toEqual([]);
      throw new Error('ended');
    });
    await expect(failed).rejects.toThrow('ended');
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGINT']]);
    expect(process.listenerCount('SIGINT')).toBe(before);
  });

  it('are listed, also by folders and page by page, and show no character that a terminal obeys', async () => {
    await run('buckets create', ['listed']);
    for (const key of ['a', 'b/c', 'b/d', 'e\u001b[31m']) {
      await putObject(test.services, { accountId: test.accountId, bucket: 'listed', key }, Buffer.from(key));
    }
    const { shown } = await run('objects list', ['listed'], { delimiter: '/' });
    expect(shown.split('\n').map((line) => line.trim().split(/\s+/).at(-1))).toEqual(['b/', 'a', 'e\\u001b[31m']);
    const page = await run('objects list', ['listed'], { limit: '2' });
    expect(page.shown).toContain("There are more: --after 'b/c'");
    const rest = await run('objects list', ['listed'], { after: 'b/c' });
    expect(rest.result).toMatchObject({ items: [{ key: 'b/d' }, { key: 'e\u001b[31m' }], commonPrefixes: [] });
    expect((await run('objects list', ['listed'], { prefix: 'none' })).shown).toBe('There is nothing.');
  });

  it('are removed, and who removes one that is not there is told so', async () => {
    await run('objects delete', ['listed', 'b/c']);
    await expect(run('objects delete', ['listed', 'b/c'])).rejects.toMatchObject({ code: 'NO_SUCH_KEY' });
    expect((await audited('listed/b/c')).map(([action]) => action)).toEqual(['delete']);
  });
});
