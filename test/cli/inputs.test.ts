import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeZip } from './make-zip.js';
import { runHere } from './run-here.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const ORDER = fixture('purchase-order-850');
const CLAIMS = fixture('claim-837p');
const order = readFileSync(ORDER, 'latin1');
const bad = folder.file('bad.edi', order.replace('PO1*1*12*EA', 'PO1*1*dozen*EA'));
const text = folder.file('text.edi', 'CANARYVALUE');
const missing = folder.at('missing.edi');
const NOTHING = { out: '', err: '', bytes: Buffer.alloc(0) };

const box = folder.at('box');
mkdirSync(`${box}/below`, { recursive: true });
writeFileSync(`${box}/2.edi`, order);
writeFileSync(
  `${box}/1.zip`,
  makeZip([
    { name: 'a.edi', content: order },
    { name: 'b.edi', content: order },
  ]),
);
writeFileSync(`${box}/.hidden`, 'CANARYVALUE');
writeFileSync(`${box}/0.edi`, '');
writeFileSync(`${box}/below/3.edi`, order);

describe('several files', () => {
  it('are each validated, with a line for all; the exit code is the highest', async () => {
    const { code, out, err } = await runHere(['validate', ORDER, bad, text, missing]);
    expect(code).toBe(3);
    expect(out).toContain(`${ORDER}: No findings in 1 interchange`);
    expect(out).toMatch(new RegExp(`^${bad}\nerror IK403 6 [^]*\n${bad}: 1 error in 1 interchange`, 'm'));
    expect(out).toMatch(/\n4 files: 1 without errors, 1 with errors, 2 not read\.\n$/);
    expect(err.split('\n')).toEqual([
      expect.stringContaining(`ediloom: ${text}: The input does not begin with ISA`),
      `ediloom: ${missing} does not exist.`,
      '',
    ]);
    expect(err).not.toContain('CANARY');
    expect((await runHere(['validate', ORDER, bad])).code).toBe(1);
    expect((await runHere(['validate', ORDER, ORDER])).code).toBe(0);
  });

  it('with --quiet are named only where there is something, and counted', async () => {
    const { code, out, err } = await runHere(['validate', ORDER, bad, ORDER, '--quiet']);
    expect([code, err]).toEqual([1, '']);
    expect(out).not.toContain('No findings');
    expect(out).toMatch(
      new RegExp(`^${bad}\nerror IK403 6 [^]*\n${bad}: 1 error in [^\n]*\n3 files: 2 without errors, 1`),
    );
    const { out: lines } = await runHere(['validate', ORDER, bad, '--quiet', '--json']);
    expect(JSON.parse(lines)).toMatchObject({ file: bad, valid: false });
    expect(await runHere(['validate', ORDER, '--quiet'])).toEqual({ ...NOTHING, code: 0 });
    expect(JSON.parse((await runHere(['validate', ORDER, '--quiet', '--json'])).out)).toMatchObject({ valid: true });
  });

  it('in a folder are told of pipes and devices that are left', async () => {
    const odd = folder.at('odd');
    mkdirSync(odd);
    writeFileSync(`${odd}/1.edi`, order);
    execFileSync('mkfifo', [`${odd}/pipe`]);
    const { code, out, err } = await runHere(['validate', odd]);
    expect([code, err]).toEqual([0, `${odd}: pipes and devices in it (1) are not read. Name them, too.\n`]);
    expect(out).toContain('1 file: 1 without errors');
  });

  it('are a line of JSON each', async () => {
    const { out } = await runHere(['validate', bad, ORDER, '--json']);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ file, valid }) => [file, valid])).toEqual([
      [bad, false],
      [ORDER, true],
    ]);
  });

  it('in a folder are those that are not hidden and not in further folders, in the order of their names', async () => {
    const { code, out, err } = await runHere(['validate', box]);
    expect(code).toBe(3);
    expect(out.split('\n').map((line) => line.split(': No findings')[0])).toEqual([
      `${box}/1.zip: a.edi`,
      `${box}/1.zip: b.edi`,
      `${box}/2.edi`,
      '4 files: 3 without errors, 0 with errors, 1 not read.',
      '',
    ]);
    expect(err).toBe(`${box}: folders in it (1) are not read. Name them, too.\nediloom: ${box}/0.edi is empty.\n`);
    const empty = folder.at('empty');
    mkdirSync(empty);
    expect(await runHere(['validate', empty])).toMatchObject({
      code: 2,
      err: `ediloom: ${empty} is a directory without files.\n`,
    });
  });

  it('are parsed to lines, each with its file, which generate writes', async () => {
    const { code, out, err } = await runHere(['parse', '--ndjson', ORDER, CLAIMS]);
    expect(code).toBe(0);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([...new Set(lines.map(({ file }) => file))]).toEqual([ORDER, CLAIMS]);
    expect(err).toBe('2 files: 2 without errors, 0 with errors, 0 not read.\n');
    const written = await runHere(['generate', folder.file('lines.ndjson', out)]);
    expect(written.code).toBe(0);
    expect(written.out.match(/ISA\*/g)).toHaveLength(2);
    expect(await runHere(['parse', ORDER, CLAIMS])).toMatchObject({
      code: 2,
      err: 'ediloom: Several files do not fit one JSON text. Use --ndjson for a set a line.\n',
    });
  });

  it('are told once what is wrong with an option, and not for each', async () => {
    const { code, err } = await runHere(['parse', ORDER, ORDER, '--loop', '23000']);
    expect(code).toBe(2);
    expect(err.match(/ediloom:/g)).toHaveLength(1);
  });

  it('are inspected and searched under their names', async () => {
    expect((await runHere(['inspect', ORDER, CLAIMS])).out).toMatch(
      new RegExp(`^${ORDER}\n850 [^]*^${CLAIMS}\n837 `, 'm'),
    );
    const { code, out } = await runHere(['select', 'BEG03', CLAIMS, ORDER]);
    expect([code, out]).toEqual([0, `${ORDER}: PO-9001\n`]);
    const json = await runHere(['select', 'BEG03', CLAIMS, ORDER, '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ file: ORDER, values: ['PO-9001'] });
    expect((await runHere(['select', 'K3', CLAIMS, ORDER])).code).toBe(1);
    expect((await runHere(['select', 'BEG03', ORDER, missing])).code).toBe(2);
  });

  it('of answers are matched together to what was sent', async () => {
    const answers = [ORDER, CLAIMS].map((file, at) => {
      const answer = folder.at(`answer-${at}.edi`);
      return runHere(['validate', file, '--ack', 'auto', '-o', answer]).then(() => answer);
    });
    const files = await Promise.all(answers);
    const sent = folder.file('sent.edi', order + readFileSync(CLAIMS, 'latin1'));
    const together = await runHere(['acknowledgments', ...files, '--sent', sent]);
    expect(together).toMatchObject({ code: 0, err: '' });
    expect((await runHere(['acknowledgments', ...files.slice(1), '--sent', sent])).code).toBe(1);
    const alone = await runHere(['acknowledgments', ...files]);
    expect(alone.code).toBe(0);
    for (const file of files) expect(alone.out).toContain(`${file}\n`);
    expect(await runHere(['validate', ORDER, ORDER, '--ack', 'auto'])).toMatchObject({ code: 2, out: '' });
  });
});

describe('parse --output', () => {
  it('writes all or nothing, and over a file only by --force', async () => {
    const file = folder.at('out.json');
    const first = await runHere(['parse', ORDER, '-o', file]);
    expect(first).toEqual({ code: 0, out: '', err: '', bytes: expect.anything() });
    const whole = readFileSync(file, 'utf8');
    expect(whole).toBe((await runHere(['parse', ORDER])).out);
    expect(await runHere(['parse', CLAIMS, '-o', file])).toMatchObject({
      code: 2,
      err: `ediloom: ${file} exists already. Name another file, or replace it with --force.\n`,
    });
    expect((await runHere(['parse', text, '-o', file, '--force'])).code).toBe(3);
    expect(readFileSync(file, 'utf8')).toBe(whole);
    expect((await runHere(['parse', CLAIMS, '-c', '-o', file, '--force'])).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe((await runHere(['parse', CLAIMS, '-c'])).out);
    expect(folder.names.filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(await runHere(['parse', ORDER, '-o', folder.at('no/where')])).toMatchObject({ code: 2, out: '' });
    expect(await runHere(['parse', ORDER, '--force'])).toMatchObject({ code: 2, out: '' });
  });
});
