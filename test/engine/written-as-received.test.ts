import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { TracedNode } from '../../src/engine/trace.js';
import { fullEngine } from './guides.js';

const engine = fullEngine();

/** An invoice with the given total, TDS01 of type N2. */
function invoice(total: string, terminator = '~'): Uint8Array {
  const lines = [
    `ISA*00*          *00*          *ZZ*A              *ZZ*B              *260131*0905*U*00401*000000042*0*T*:`,
    'GS*IN*AA*BB*20260131*0905*42*X*004010',
    'ST*810*0001',
    'BIG*20260101*I1',
    'IT1*1*1*EA*1.5',
    `TDS*${total}`,
    'SE*5*0001',
    'GE*1*42',
    'IEA*1*000000042',
  ];
  return new TextEncoder().encode(lines.map((line) => line + terminator).join(''));
}

it.each(['100.25', '.5', '1.00', '10.'])(
  'an Nn that came as %s goes out as it came, and is reported',
  async (total) => {
    const document = await engine.parse(invoice(total));
    expect(() => engine.generate(document)).toThrow(/1 error/);
    const { bytes, findings } = engine.generate(document, { findings: 'report' });
    expect(Buffer.from(bytes).toString()).toBe(Buffer.from(invoice(total)).toString());
    expect(findings.map(({ reason }) => reason)).toEqual(['element-not-numeric']);
  },
);

it.each([
  ['\n', '\n'],
  ['\r', '\r\n'],
  ['\n', '\r\n'],
] as const)('a line end with the terminator %j in it is none: %j', async (terminator, newline) => {
  const received = invoice('10025', terminator);
  const { bytes } = engine.generate(await engine.parse(received), { newline });
  expect(Buffer.from(bytes).toString()).toBe(Buffer.from(received).toString());
});

/** A fixture of one set without the segments that match; SE01 counts those that are left. */
function lacking(fixture: string, lost: RegExp): string {
  const file = new URL(`../../fixtures/${fixture}/input.edi`, import.meta.url);
  const text = readFileSync(file, 'latin1')
    .replace(/~\r?\n/g, '~')
    .replace(lost, '');
  const set = text.slice(text.indexOf('~ST*') + 1, text.indexOf('~GE*'));
  return text.replace(/~SE\*\d+/, `~SE*${set.split('~').length}`);
}

// Each of them has one possible form, so that writing could make it up.
it.each([
  ['remittance-835', 'PER of the payer', /PER\*.*?~/, ['segment-under-minimum PER']],
  ['remittance-835', 'NM1 of the patient', /NM1\*QC\*.*?~/, ['segment-under-minimum NM1']],
  ['eligibility-answer-271', 'LS', /LS\*2120~/, ['loop-header-missing LS']],
  ['eligibility-answer-271', 'LE', /LE\*2120~/, ['loop-trailer-missing LE']],
  ['eligibility-answer-271', 'LS and loop', /LS\*2120~NM1\*P3.*?~/, ['loop-header-missing LS']],
  ['eligibility-answer-271', 'loop and LE', /NM1\*P3.*?LE\*2120~/, ['loop-trailer-missing LE']],
  ['eligibility-answer-271', 'LS and LE', /L[SE]\*2120~/g, ['loop-header-missing LS', 'loop-trailer-missing LE']],
])('%s that came without %s goes out without, and is reported', async (fixture, _, lost, told) => {
  const received = lacking(fixture, lost);
  const document = await engine.parse(Buffer.from(received));
  const { bytes, findings } = engine.generate(document, { findings: 'report' });
  expect(Buffer.from(bytes).toString().replace(/~\n/g, '~')).toBe(received);
  expect(findings.map(({ reason, at }) => `${reason} ${at.segmentId}`)).toEqual(told);
});

/** A claim whose diagnoses stand behind its rendering provider, or in front of it. */
function claim(inPlace: boolean): string {
  const [codes, provider] = ['HI*ABK:J0190*ABF:R509~', 'NM1*82*1*ROE*ANN****XX*1993999998~'];
  const both = inPlace ? codes + provider : provider + codes;
  const whole = lacking('claim-837p', /SE\*\d+\*0001~.*(?=SE)/s)
    .replace('GE*2*', 'GE*1*')
    .replace('*0002~', '*0001~');
  return whole.replace(codes, `${both}PRV*PE*PXC*208000000X~`).replace(/~SE\*\d+/, '~SE*29');
}

it('a segment that must come, and comes behind a loop inside its own, is read where it belongs', async () => {
  const late = await engine.parse(Buffer.from(claim(false)));
  const { bytes } = engine.generate(late, { findings: 'report' });
  expect(Buffer.from(bytes).toString().replace(/~\n/g, '~')).toBe(claim(true));
  expect(await loopsOf(claim(false), 'HI')).toEqual(await loopsOf(claim(true), 'HI'));
  expect(await loopsOf(claim(false), 'PRV')).toEqual(await loopsOf(claim(true), 'PRV'));
});

it('a segment that comes in the loop behind its own goes out as it came', async () => {
  const own = 'REF*EI*123456789~';
  const received = claim(true)
    .replace(own, `NM1*87*2~${own}N3*PO BOX 1~N4*DULUTH*MN*55802~`)
    .replace(/~SE\*\d+/, '~SE*32');
  const { bytes } = engine.generate(await engine.parse(Buffer.from(received)), { findings: 'report' });
  expect(Buffer.from(bytes).toString().replace(/~\n/g, '~')).toBe(received);
});

/** The loops around the segments of a tag, as tracing finds them. */
async function loopsOf(text: string, tag: string): Promise<readonly string[]> {
  const found: string[] = [];
  const walk = (nodes: readonly TracedNode[], path: string): void => {
    for (const node of nodes) {
      if (node.kind === 'loop') walk(node.children, `${path}/${node.loopId}`);
      else if (node.segment.id === tag) found.push(path);
    }
  };
  for await (const set of engine.trace(text)) walk(set.children, '');
  return found;
}

it('the mark of UTF-8 goes out before an interchange that is none', async () => {
  const text = lacking('eligibility-inquiry-270', /^$/).replace('ACME HEALTH', 'ACM\xc9 HEALTH');
  const received = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text, 'latin1')]);
  const { bytes } = engine.generate(await engine.parse(received), { findings: 'report' });
  expect(Buffer.from(bytes).subarray(0, 110).toString('latin1')).toBe(received.subarray(0, 110).toString('latin1'));
});
