import { readFileSync, truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forOneText } from '../../src/cli/one-text.js';
import { runHere } from './run-here.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const CLAIMS = fixture('claim-837p');
const ORDER = fixture('purchase-order-850');
const orderText = readFileSync(ORDER, 'latin1');
const badOrder = folder.file('bad-order.edi', orderText.replace('PO1*1*12*EA', 'PO1*1*dozen*EA'));

describe('parse', () => {
  it('writes the document, indented or compact', async () => {
    const { code, out, err } = await runHere(['parse', ORDER]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('\n  "interchanges": [\n');
    const compact = await runHere(['parse', ORDER, '--compact']);
    expect(compact.out.trimEnd()).not.toContain('\n');
    expect(JSON.parse(compact.out)).toEqual(JSON.parse(out));
  });

  it('says before it reads that a file is too large for one JSON text, and what takes it', async () => {
    const large = folder.file('large.edi', orderText);
    truncateSync(large, 20_000_001); // most of it is a hole
    const { code, out, err } = await runHere(['parse', large]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('More than 20 MB of X12 are too much for one JSON text. Use --ndjson');
    expect((await runHere(['parse', large, '--ndjson'])).err).not.toContain('too much');
    truncateSync(large, 40_000_001);
    expect((await runHere(['parse', large, '--compact'])).err).toContain('More than 40 MB');
  });

  it('says so of what has no size, as soon as it is too much', async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (; ; given++) yield new Uint8Array(1_000_000);
    }
    const reading = async () => {
      for await (const _ of await forOneText(endless(), '-', 'spaced'));
    };
    await expect(reading()).rejects.toThrow(/--ndjson/);
    expect(given).toBe(20);
  });

  it('ends with 1 when the document holds an error', async () => {
    const { code, out } = await runHere(['parse', badOrder]);
    expect(code).toBe(1);
    expect(JSON.parse(out).interchanges[0].groups[0].transactions[0].findings).toHaveLength(1);
    expect((await runHere(['parse', badOrder, '--ndjson'])).code).toBe(1);
  });

  it('writes a set a line with --ndjson, and what is around the sets', async () => {
    const lines = (await runHere(['parse', CLAIMS, '--ndjson'])).out.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual(['interchange', 'group', 'transaction', 'transaction']);
  });

  it('writes a loop a line with --loop, and says so when there is none', async () => {
    const lines = (await runHere(['parse', CLAIMS, '--ndjson', '--loop', '2400'])).out.trimEnd().split('\n');
    expect(lines.filter((line) => JSON.parse(line).kind === 'loop')).toHaveLength(4);
    expect(await runHere(['parse', CLAIMS, '--loop', '2400'])).toMatchObject({ code: 0, err: '' });
    expect((await runHere(['parse', CLAIMS, '--loop', '2440'])).err).toContain('no loop 2440');
    const unknown = await runHere(['parse', CLAIMS, '--loop', '2420AA']);
    expect(unknown).toMatchObject({ code: 2, out: '' });
    expect(unknown.err).toContain('has a loop 2420AA. Did you mean 2420A?');
  });

  it('reads by the guide or overlay that --guide names', async () => {
    const overlay = new URL('../../guides/overlays/retail-850.json', import.meta.url).pathname;
    const { code, out } = await runHere(['parse', ORDER, '--guide', overlay]);
    expect(code).toBe(1);
    expect(JSON.parse(out).interchanges[0].groups[0].transactions[0].guide).toBe('850-004010+retail');
  });
});

describe('validate', () => {
  it('lists findings with code, place and advice, and no value', async () => {
    const { code, out } = await runHere(['validate', badOrder]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^error IK403 6 {2}Quantity Ordered \(PO102\) is .*\n {4}.*segment 10 PO1, loop PO1, PO102\. Write a number of 1 to 15 digits/m,
    );
    expect(out).toContain('1 error in 1 interchange, 1 group, 1 set, 14 segments.');
    expect(out).not.toContain('dozen');
  });

  it('says what the guide wants: lengths, codes, forms of dates, and the words of a rule', async () => {
    const bad = readFileSync(CLAIMS, 'latin1')
      .replace('BATCH7*20260401*0930', 'BATCH7*20261301*2560')
      .replace('N3*10 MAIN STREET', `N3*${'A'.repeat(56)}`)
      .replace('*19800228*F', '*19800228*Q')
      .replace('A-1001*150', 'A-1001*151');
    const { out } = await runHere(['validate', folder.file('bad-claim.edi', bad)]);
    const advice = [...out.matchAll(/^ {4}.*?(BHT04|BHT05|N301|DMG03|CLM02).*?\. (.*)$/gm)].map((match) =>
      match.slice(1),
    );
    expect(advice).toEqual([
      ['BHT04', 'Write the date as 20260131 (CCYYMMDD); the day has to exist.'],
      ['BHT05', 'Write the time as 1430 (HHMM), or 143015 (HHMMSS), or 14301525 (HHMMSSDD).'],
      ['N301', 'Write 1 to 55 characters.'],
      ['DMG03', 'Allowed: F (Female), M (Male), U (Unknown).'],
      ['CLM02', 'Correct the amounts. A claim charges the sum of its lines.'],
    ]);
    const long = await runHere(['validate', folder.file('bad-code.edi', orderText.replace('BEG*00*', 'BEG*XX*'))]);
    expect(long.out).toMatch(/ Use one of the \d+ codes of data element 353 \(release 00[45]010\)\.$/m);
  });

  it('says that a clean file is clean', async () => {
    expect(await runHere(['validate', ORDER])).toMatchObject({
      code: 0,
      out: 'No findings in 1 interchange, 1 group, 1 set, 14 segments.\n',
    });
  });

  it('writes JSON, only what is wrong with --quiet, and only the SNIP types asked for', async () => {
    const { code, out } = await runHere(['validate', badOrder, '--json']);
    expect(code).toBe(1);
    const [finding] = JSON.parse(out).findings;
    expect(finding).toMatchObject({
      code: '6',
      severity: 'error',
      text: expect.any(String),
      advice: expect.any(String),
    });
    expect(await runHere(['validate', badOrder, '--quiet'])).toEqual(await runHere(['validate', badOrder]));
    expect((await runHere(['validate', badOrder, '--snip', `${finding.snip}`])).code).toBe(1);
    expect((await runHere(['validate', badOrder, '--snip', '5-7'])).code).toBe(0);
  });

  it('says that --limit left findings out', async () => {
    const twice = folder.file(
      'twice.edi',
      orderText.replace('PO1*1*12*EA', 'PO1*1*dozen*EA').replace('CTT*2', 'CTT*two'),
    );
    const { code, out } = await runHere(['validate', twice, '--limit', '1']);
    expect(code).toBe(1);
    expect(out.match(/^error/gm)).toHaveLength(2);
    expect(out).toContain('More findings were made than are kept');
    const thrice = folder.file('thrice.edi', orderText.replaceAll('PO1*', 'PO1*1*').replace('CTT*2', 'CTT*two'));
    expect((await runHere(['validate', thrice, '--limit', '1'])).out).toMatch(
      /\n\d errors? of \d+ findings \(--limit\) in 1 interchange/,
    );
  });
});

describe('format', () => {
  it('writes one segment a line, indented if asked', async () => {
    const { out } = await runHere(['format', ORDER]);
    expect(out).toBe(orderText.replaceAll('\r', ''));
    expect(out.split('\n')[3]).toBe('BEG*00*SA*PO-9001**20260401~');
    const { out: indented } = await runHere(['format', ORDER, '--indent']);
    expect(indented.split('\n').slice(1, 4)).toEqual([
      '  GS*PO*BUYER*SELLER*20260401*0930*1*X*004010~',
      '    ST*850*0001~',
      '      BEG*00*SA*PO-9001**20260401~',
    ]);
  });

  it('keeps bytes that are not UTF-8', async () => {
    const latin = Buffer.from(orderText.replace('GREEN MUG', 'GR\xdcN MUG'), 'latin1');
    const { bytes } = await runHere(['format', folder.file('latin.edi', latin)]);
    expect(Buffer.from(bytes).toString('latin1')).toBe(latin.toString('latin1').replaceAll('\r', ''));
  });
});

describe('inspect', () => {
  it('shows the loops as a tree', async () => {
    const { code, out } = await runHere(['inspect', CLAIMS, '--titles']);
    expect(code).toBe(0);
    expect(out).toMatch(/^837 0001 {2}837P-005010X222A1, interchange 1, group 1, set 1$/m);
    expect(out).toMatch(/^ {10,}2300 Claim/m);
    expect(out).toMatch(/^ {3}18 +CLM\*A-1001.* {2}Claim/m);
  });

  it('marks segments without a place, and says when there is no set', async () => {
    const foreign = folder.file('foreign.edi', orderText.replace('PID*F', 'CLM*F'));
    expect((await runHere(['inspect', foreign])).out).toContain('(not in the guide)');
    expect((await runHere(['inspect', fixture('ta1-only')])).out).toContain('No transaction sets');
  });
});

describe('--guide of inspect and select', () => {
  it('is for sets of its kind; others are read by their own', async () => {
    const inspected = await runHere(['inspect', ORDER, '--guide', '997-004010']);
    expect(inspected.out).toMatch(/^850 0001 {2}850-004010, /m);
    expect(inspected.out).not.toContain('(not in the guide)');
    expect(inspected).toMatchObject({ code: 1, err: expect.stringMatching(/^No set .* of 997-004010; /) });
    const selected = await runHere(['select', '2300/CLM01', CLAIMS, '--guide', '850']);
    expect(selected.out).toContain('A-1001');
    expect(selected).toMatchObject({ code: 1, err: expect.stringMatching(/^No set .* of 850-004010; /) });
    expect(await runHere(['inspect', ORDER, '--guide', '850'])).toMatchObject({ code: 0, err: '' });
    expect(await runHere(['select', 'BEG03', ORDER, '--guide', '850'])).toMatchObject({ code: 0, err: '' });
  });
});

describe('select', () => {
  it('prints values, or JSON with the place', async () => {
    expect((await runHere(['select', '2400/SV1/02', CLAIMS])).out).toBe('100\n50\n100\n50\n');
    const [first] = (await runHere(['select', '2300/CLM01', CLAIMS, '--json'])).out.split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({ values: ['A-1001'], at: { segment: 18, loopId: '2300' } });
  });

  it('ends with 1 when nothing is there, with 2 when the path is wrong', async () => {
    expect(await runHere(['select', '2300/K3', CLAIMS])).toMatchObject({ code: 1, out: '', err: '' });
    const wrong = await runHere(['select', '2300/[', CLAIMS]);
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    expect(wrong.err).toMatch(/column \d/);
  });
});

describe('a guide that was asked for', () => {
  const unfit = 'No set of the file is of the kind of 837P-005010X222A1; each was read by its own guide.\n';

  it.each([['validate'], ['parse'], ['parse', '--compact'], ['parse', '--ndjson']])(
    'and is for no set is said to be, and ends %s %s with 1',
    async (...words) => {
      const { code, out, err } = await runHere([...words, ORDER, '-g', '837P']);
      expect([code, err]).toEqual([1, unfit]);
      expect(out).not.toBe('');
    },
  );

  it('is no fault where one of the sets is of its kind, or there is none', async () => {
    expect((await runHere(['validate', CLAIMS, '-g', '837P'])).err).toBe('');
    const acknowledgment = await runHere(['validate', fixture('ta1-only'), '-g', '837P']);
    expect([acknowledgment.code, acknowledgment.err]).toEqual([0, '']);
  });
});
