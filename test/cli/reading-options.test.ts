import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { decodeEbcdic, encodeEbcdic } from '../../src/encodings/ebcdic.js';
import { runHere } from './run-here.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const inquiry = readFileSync(fixture('eligibility-inquiry-270'));

it('skips a header in front of the ISA with --scan, and says that it can', async () => {
  const file = folder.file('mail.edi', `Subject: claims\n\n${inquiry.toString('latin1')}`);
  const refused = await runHere(['validate', file]);
  expect(refused).toMatchObject({ code: 3 });
  expect(refused.err).toContain('scan');
  expect(await runHere(['validate', '--scan', file])).toMatchObject({ code: 0 });
});

it('joins lines wrapped at 80 columns with --unwrap', async () => {
  const wrapped = inquiry
    .toString('latin1')
    .replaceAll(/[\r\n]/g, '')
    .replaceAll(/.{80}/g, '$&\r\n');
  const file = folder.file('wrapped.edi', wrapped);
  expect((await runHere(['validate', file])).code).not.toBe(0);
  expect(await runHere(['validate', '--unwrap', file])).toMatchObject({ code: 0 });
});

it('reads EBCDIC with --encoding, and refuses an encoding that it does not know', async () => {
  const file = folder.file('ebcdic.edi', encodeEbcdic(inquiry));
  expect((await runHere(['parse', file])).code).toBe(3);
  const { code, out } = await runHere(['parse', '--encoding', 'cp037', file]);
  expect(code).toBe(0);
  expect(JSON.parse(out).interchanges[0].groups[0].transactions[0].header.transactionSet).toBe('270');
  expect(await runHere(['parse', '--encoding', 'nonsense', file])).toMatchObject({ code: 2, out: '' });
  const misspelt = await runHere(['parse', '--encoding', 'utf9', file]);
  expect(misspelt).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/Did you mean utf8\?\n$/) });
  // What only a programmer can call is no advice here.
  for (const name of ['utf9', 'cp500x', 'ebcdic'])
    expect((await runHere(['parse', '--encoding', name, file])).err).not.toContain('decodeEbcdic');
  for await (const chunk of decodeEbcdic([encodeEbcdic(inquiry)], 'cp037')) expect(chunk.length).toBeGreaterThan(0);
});

it('reads delimiters above 0x7F with --encoding, and names it where they are refused', async () => {
  const high: Readonly<Record<string, string>> = { '*': '\xa7', '~': '\xa6' };
  const text = inquiry.toString('latin1').replaceAll(/[*~]/g, (one) => high[one] ?? one);
  const file = folder.file('high.edi', Buffer.from(text, 'latin1'));
  const refused = await runHere(['validate', file]);
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.err).toContain('The element separator is not usable.');
  expect(refused.err).toContain('single-byte encoding');
  expect(await runHere(['validate', '--encoding', 'latin1', file])).toMatchObject({ code: 0 });
});
