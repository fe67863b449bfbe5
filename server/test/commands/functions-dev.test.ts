import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from '../../src/start/run-command-line.js';
import { hasBoxes } from '../support/boxes.js';
import { runLine } from '../support/run-line.js';

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, string | Uint8Array>>): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'functions-dev-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return (name) => join(folder, name);
}

async function dev(...args: readonly string[]) {
  const data = mkdtempSync(join(tmpdir(), 'functions-dev-data-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return { ...(await runLine(['functions', 'dev', ...args], { DATA_DIR: data })), leftOver: readdirSync(data) };
}

const CODE = `exports.handler = async (event, context) => {
  console.log('printed');
  return { event, name: context.functionName, word: process.env.WORD, other: process.env.OTHER };
};`;

const isolations = [...((await hasBoxes()) ? ['box'] : []), 'none'];

describe.each(isolations)('functions dev --isolation %s', (isolation) => {
  const run = (...args: readonly string[]) => dev(...args, '--isolation', isolation);

  it('prints the result of a file, and what it printed beside it', async () => {
    const at = folderWith({ 'hello.js': CODE, 'event.json': '{"a":1}', env: 'WORD=of the file\nOTHER="x y"\n' });
    const options = ['--event', at('event.json'), '--env-from', at('env'), '--env', 'WORD=a=b'];
    const { code, out, error, leftOver } = await run(at('hello.js'), ...options);
    expect([code, out]).toEqual([
      0,
      `${JSON.stringify({ event: { a: 1 }, name: 'hello', word: 'a=b', other: 'x y' }, undefined, 2)}\n`,
    ]);
    expect(error).toMatch(/^printed\nIt returned after \d+ ms, in (a|no) box\.\n$/);
    expect(leftOver).toEqual([]);
  });

  it('says by which option it reaches a server, where none was named', async () => {
    const at = folderWith({ 'ask.js': 'exports.handler = () => fetch(process.env.EDILOOM_URL);' });
    const { code, error } = await run(at('ask.js'));
    expect([code, error]).toEqual([1, expect.stringContaining('--url for EDILOOM_URL')]);
  });

  it('prints what the function prints while it runs', async () => {
    let hear = (): void => undefined;
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    // The function waits for this answer, which waits for what it has printed.
    const server = createServer((_, response) => void heard.then(() => response.end('heard')));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const code = "console.log('first'); exports.handler = async () => (await fetch(process.env.EDILOOM_URL)).text();";
    const { port } = server.address() as AddressInfo;
    const line = ['functions', 'dev', folderWith({ 'f.js': code })('f.js'), '--url', `http://127.0.0.1:${port}`];
    let out = '';
    const terminal = {
      out: (text: string) => {
        out += text;
      },
      error: (text: string) => {
        if (text.includes('first')) hear();
      },
    };
    await runCommandLine([...line, '--isolation', isolation], {}, terminal);
    expect(out).toBe('"heard"\n');
  });

  it('runs a folder and a zip as packages, with what they import', async () => {
    const files = {
      'index.mjs': "import { twice } from './lib/twice.mjs';\nexport const handler = async (event) => twice(event);",
      'lib/twice.mjs': 'export const twice = (text) => [text, text];',
    };
    const packed = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
    const at = folderWith({
      'package/index.mjs': files['index.mjs'],
      'package/lib/twice.mjs': files['lib/twice.mjs'],
      'p.zip': packed,
    });
    for (const path of ['package', 'p.zip']) expect(JSON.parse((await run(at(path))).out)).toEqual([{}, {}]);
  });

  it('prints the error of a function with its trace, and fails', async () => {
    const at = folderWith({ 'bad.mjs': 'export const handler = () => {\n  throw new RangeError("too far");\n};' });
    const { code, out, error } = await run(at('bad.mjs'));
    expect([code, out]).toEqual([1, '']);
    expect(error).toMatch(/RangeError: too far\n\s+at handler .*index\.js:2:/);
  });

  it('ends a function that takes longer than it may', async () => {
    const at = folderWith({ 'slow.js': 'exports.handler = () => new Promise(() => setInterval(() => 0, 1000));' });
    const { code, error } = await run(at('slow.js'), '--timeout', '1');
    expect([code, error]).toEqual([1, 'Sandbox.Timedout: Task timed out after 1.00 seconds\n']);
  });

  it('lets it reach the server that is named, hosts that are allowed, and nobody else', async () => {
    const server = createServer((request, response) => response.end(`at ${request.headers.host}${request.url}`));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const at = folderWith({
      'ask.js': `exports.handler = async () => Promise.all([process.env.EDILOOM_URL + '/x', 'http://127.0.0.1:${port}/y'].map(
        (url) => fetch(url).then((answer) => answer.text(), () => 'refused')));`,
    });
    const url = `http://127.0.0.1:${port}`;
    const ask = async (...args: readonly string[]) => JSON.parse((await run(at('ask.js'), ...args)).out);
    expect(await ask('--url', url)).toEqual(['at ediloom.internal/x', 'refused']);
    expect(await ask('--allow-host', '127.0.0.1')).toEqual(['refused', `at 127.0.0.1:${port}/y`]);
  });
});

describe('functions dev', () => {
  it('says what is wrong with how it is called', async () => {
    const at = folderWith({
      'f.js': CODE,
      'bad.json': '{',
      'f.ts': '',
      lines: 'export A=1\n\n# words\nB="x\ny"\nC: 2\n',
      'empty/other.mjs': '',
    });
    const wrong: readonly [readonly string[], number, string][] = [
      [[], 2, 'functions dev takes one file'],
      [['/nowhere.js'], 2, 'FILE: there is none'],
      [[at('f.js'), '--event', at('bad.json')], 2, '--event: A function is invoked with JSON: this ends before'],
      [[at('f.js'), '--event', at('none.json')], 2, '--event: it names a file, and none of this name can be read.'],
      [[at('f.js'), '--event', '{"a":1}'], 2, '--event: it names a file'],
      [[at('f.js'), '--env-from', at('none')], 2, '--env-from: it names a file'],
      [[at('f.js'), '--env-from', at('lines')], 2, '--env-from: line 6 is not NAME=VALUE'],
      [[at('f.js'), '--allow-host', 'https://api.example.com'], 2, '--allow-host: the name of a host alone'],
      [[at('f.js'), '--allow-host', 'localhost:80'], 2, '--allow-host: the name of a host alone'],
      [[at('f.ts')], 2, 'FILE: functions are JavaScript.'],
      [[at('f.js'), '--env', 'WORD'], 2, '--env: NAME=VALUE'],
      [[at('f.js'), '--env', '1=2'], 1, 'The name of a variable'],
      [[at('f.js'), '--timeout', '901'], 2, '--timeout: whole seconds from 1 to 900'],
      [[at('f.js'), '--isolation', 'some'], 2, '--isolation: box or none'],
      [[at('f.js'), '--url', 'here'], 2, '--url: as http'],
      [[at('empty'), '--isolation', 'none'], 1, 'The folder has no index.mjs'],
    ];
    for (const [args, exit, words] of wrong) {
      const { code, out, error } = await dev(...args);
      expect([code, out, error], args.join(' ')).toEqual([exit, '', expect.stringContaining(words)]);
    }
  });

  it('says that a server would not take so much code without a package', async () => {
    const at = folderWith({ 'f.js': `${CODE}\n//${'x'.repeat(4096)}` });
    const { code, error } = await dev(at('f.js'), '--isolation', 'none');
    expect([code, error]).toEqual([0, expect.stringContaining('zip this one as index.mjs')]);
  });
});
