import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runHere } from './run-here.js';
import { fixture, TemporaryFolder } from './temporary-folder.js';

const folder = new TemporaryFolder();
const ORDER = readFileSync(fixture('purchase-order-850'), 'latin1');
const CLAIMS = readFileSync(fixture('claim-837p'), 'latin1');
const RETAIL = new URL('../../guides/overlays/retail-850.json', import.meta.url).pathname;
const badOrder = folder.file('bad-order.edi', ORDER.replace('PO1*1*12*EA', 'PO1*1*CANARYVALUE*EA'));
const badClaims = folder.file('bad-claims.edi', CLAIMS.replace('*19800228*F', '*19800228*Q'));
const QUANTITY = 'Quantity Ordered (PO102)';

afterEach(() => vi.unstubAllEnvs());

describe('words of the guide that read the set', () => {
  it('are those of each set, in a call with files of several kinds', async () => {
    const { out } = await runHere(['validate', badOrder, badClaims]);
    expect(out).toContain(QUANTITY);
    expect(out).toContain('Allowed: F (Female), M (Male), U (Unknown).');
  });

  it('are those of an overlay that --guide names', async () => {
    const bad = folder.file('bad-type.edi', ORDER.replace(/BEG\*00\*\w\w/, 'BEG*00*BK'));
    expect((await runHere(['validate', bad])).out).not.toContain('This guide allows');
    const { out } = await runHere(['validate', bad, '--guide', RETAIL]);
    expect(out).toMatch(/\(BEG02\) has a code that this guide does not use\n.*This guide allows only KN/);
  });

  it('stand in JSON, with the page that explains the finding', async () => {
    const { out } = await runHere(['validate', badOrder, '--json']);
    expect(JSON.parse(out).findings).toMatchObject([
      {
        ...{ code: '6', name: 'Quantity Ordered', page: 'findings/element-not-numeric' },
        text: `${QUANTITY} is not a number of its type`,
        place: expect.stringContaining('PO102'),
        advice: expect.stringContaining('1 to 15 digits'),
      },
    ]);
  });

  it('stand in what parse writes: the document, the lines and the loops', async () => {
    const document = JSON.parse((await runHere(['parse', badOrder])).out);
    const [set] = document.interchanges[0].groups[0].transactions;
    expect(set.findings[0].text).toContain(QUANTITY);
    for (const args of [['--ndjson'], ['--loop', 'PO1']]) {
      const { out } = await runHere(['parse', badOrder, ...args]);
      const found = out
        .trimEnd()
        .split('\n')
        .flatMap((line) => JSON.parse(line).findings ?? []);
      expect(found.length).toBeGreaterThan(0);
      for (const one of found)
        expect(one).toMatchObject({ name: 'Quantity Ordered', page: 'findings/element-not-numeric' });
    }
  });

  it('are said by generate, of a document and of lines, without a value', async () => {
    const document = JSON.parse((await runHere(['parse', fixture('purchase-order-850')])).out);
    const [line] = document.interchanges[0].groups[0].transactions[0].data.detail.baseline_item_data_PO1_loop;
    line.baseline_item_data_PO1.quantity_ordered_02 = 'CANARYVALUE';
    const whole = folder.file('document.json', document);
    const lines = (await runHere(['parse', fixture('purchase-order-850'), '--ndjson'])).out;
    const spoilt = folder.file(
      'lines.ndjson',
      lines.replace('"quantity_ordered_02":12', '"quantity_ordered_02":"CANARYVALUE"'),
    );
    for (const file of [whole, spoilt]) {
      for (const force of [[], ['--despite-findings']]) {
        const { code, err } = await runHere(['generate', file, ...force]);
        expect(code).toBe(1);
        expect(err).toContain(QUANTITY);
        expect(err).not.toContain('CANARY');
      }
    }
  });
});

describe('what an acknowledgment says of a set', () => {
  it.each([
    ['999', fixture('eligibility-inquiry-270'), ['19800228', '19800230'], 'Date Time Period (DMG02) is not a date'],
    ['997', fixture('purchase-order-850'), ['PO1*1*12*EA', 'PO1*1*CANARYVALUE*EA'], 'Quantity Ordered (PO102) '],
  ] as const)('%s: is in the words of the guide of that set', async (kind, input, [from, to], words) => {
    const sent = folder.file(`sent-${kind}.edi`, readFileSync(input, 'latin1').replace(from, to));
    const answer = folder.file(`answer-${kind}.edi`, (await runHere(['validate', sent, '--ack', kind])).bytes);
    for (const args of [[], ['--sent', sent], ['--json'], ['--json', '--sent', sent]]) {
      const { code, out } = await runHere(['acknowledgments', answer, ...args]);
      expect(code).toBe(1);
      expect(out).toContain(words);
      expect(out).not.toContain('CANARY');
    }
  });
});

describe('claim', () => {
  it.each(['--check', '--decode'])('%s tells faults of an 837 in the words of its guide', async (option) => {
    const text = readFileSync(fixture('claim-837p'), 'latin1').replace(/\*D8\*19\d{6}\*/, '*D8*19800230*');
    const { code, out, err } = await runHere(['claim', option, folder.file('claim.edi', text)]);
    expect(code).toBe(1);
    expect(out + err).toMatch(/Birth Date \(DMG02\) is not a date|Date Time Period \(DMG02\) is not a date/);
  });
});

describe('pages', () => {
  it('have an address only where EDILOOM_DOCS says where they are', async () => {
    vi.stubEnv('EDILOOM_DOCS', '');
    expect((await runHere(['validate', badOrder])).out).not.toContain('findings/');
    expect((await runHere(['explain', 'element-not-numeric'])).out).not.toContain('findings/');
    vi.stubEnv('EDILOOM_DOCS', 'https://docs.example.com/edi/');
    const page = 'See https://docs.example.com/edi/findings/element-not-numeric.html';
    expect((await runHere(['validate', badOrder])).out).toContain(page);
    expect((await runHere(['explain', 'element-not-numeric'])).out).toContain(page);
    const [found] = JSON.parse((await runHere(['validate', badOrder, '--json'])).out).findings;
    expect(found.page).toBe('findings/element-not-numeric');
  });

  it('are named by errors, too', async () => {
    vi.stubEnv('EDILOOM_DOCS', 'https://docs.example.com');
    const { code, err } = await runHere(['validate', folder.file('none.edi', '<order/>')]);
    expect(code).toBe(3);
    expect(err).toContain(' See https://docs.example.com/errors/x12-not-an-interchange.html');
    const { out } = await runHere(['explain', 'X12_NOT_AN_INTERCHANGE', '--json']);
    expect(JSON.parse(out).page).toBe('errors/x12-not-an-interchange');
  });
});
