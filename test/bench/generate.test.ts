import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type GenerateOptions, generateFile, SET_NAMES } from '../../bench/generate/interchange-file.js';
import { loadDictionaries, loadGuides } from '../../src/guides/catalogue.js';
import { createEngine } from '../../src/index.js';

function textOf(options: GenerateOptions): string {
  return Buffer.concat([...generateFile(options)]).toString('latin1');
}

function segmentsOf(text: string): readonly (readonly string[])[] {
  return text
    .split('~')
    .slice(0, -1)
    .map((segment) => segment.split('*'));
}

function cents(text: string | undefined): number {
  return Math.round(Number(text) * 100);
}

describe.each(SET_NAMES)('a generated %s file', (set) => {
  const options = { set, bytes: 300_000, seed: 7 };
  const text = textOf(options);

  it('is the same bytes for the same seed and others for another', () => {
    const hash = (of: string) => createHash('sha256').update(of).digest('hex');
    expect(hash(textOf(options))).toBe(hash(text));
    expect(hash(textOf({ ...options, seed: 8 }))).not.toBe(hash(text));
  });

  it('has the size asked for, give or take one set', () => {
    expect(text.length).toBeGreaterThanOrEqual(options.bytes);
    expect(text.length).toBeLessThan(options.bytes * 1.1);
  });

  it('has an ISA of 106 bytes and no empty element at the end of a segment', () => {
    expect(text.slice(0, 106)).toMatch(/^ISA\*00\* {10}\*00\* {10}\*.*\*>~$/);
    expect(text.slice(106)).not.toMatch(/[*^>]~/);
  });

  it('counts segments, sets and groups in its trailers, which repeat the control numbers', () => {
    let segments = 0;
    let sets = 0;
    let groups = 0;
    const open = new Map<string, string | undefined>();
    for (const [tag, ...elements] of segmentsOf(text)) {
      segments++;
      if (tag === 'ISA') open.set('IEA', elements[12]);
      if (tag === 'GS') open.set('GE', elements[5]);
      if (tag === 'ST') {
        open.set('SE', elements[1]);
        segments = 1;
      }
      if (tag === 'SE') expect([Number(elements[0]), elements[1]]).toEqual([segments, open.get('SE')]);
      if (tag === 'GE') expect([Number(elements[0]), elements[1]]).toEqual([sets, open.get('GE')]);
      if (tag === 'IEA') expect([Number(elements[0]), elements[1]]).toEqual([groups, open.get('IEA')]);
      if (tag === 'SE') sets++;
      if (tag === 'GE') {
        groups++;
        sets = 0;
      }
    }
    expect(text.endsWith('~')).toBe(true);
    expect(groups).toBeGreaterThan(0);
  });
});

describe('the engine', () => {
  it('finds nothing wrong in generated files, and each set uses its exact guide', async () => {
    const [guides, dictionaries] = await Promise.all([loadGuides(['837', '271', '835', '850']), loadDictionaries()]);
    const engine = createEngine({ guides, dictionaries });
    for (const [set, guide] of GUIDES) {
      const bytes = Buffer.from(textOf({ set, bytes: 150_000, seed: 11 }), 'latin1');
      const { findings, transactions } = await engine.validate(bytes);
      expect(findings, set).toEqual([]);
      expect(transactions, set).toBeGreaterThan(0);
      for await (const event of engine.stream(bytes)) {
        if (event.kind === 'transaction') expect(event.guide).toBe(guide);
      }
    }
  });

  it('writes a generated file back byte for byte', async () => {
    const engine = createEngine({ guides: await loadGuides(['837', '271', '835', '850']) });
    for (const [set] of GUIDES) {
      const text = textOf({ set, bytes: 80_000, seed: 12 });
      const document = await engine.parse(Buffer.from(text, 'latin1'));
      expect(Buffer.from(engine.generate(document).bytes).toString('latin1') === text, set).toBe(true);
    }
  });
});

const GUIDES = [
  ['837P', '837P-005010X222A1'],
  ['271', '271-005010X279A1'],
  ['835', '835-005010X221A1'],
  ['850', '850-004010'],
] as const;

describe('generated amounts', () => {
  it('balance in an 835: payment = claims - provider adjustments, claim = lines, line = charge - adjustments', () => {
    let payment = 0;
    let claim: { charge: number; paid: number; adjusted: number; lines: number } | undefined;
    let checked = 0;
    const endClaim = () => {
      if (claim === undefined) return;
      expect(claim.charge - claim.adjusted).toBe(claim.paid);
      expect(claim.lines).toBe(claim.charge);
      payment -= claim.paid;
      claim = undefined;
      checked++;
    };
    for (const [tag, ...elements] of segmentsOf(textOf({ set: '835', bytes: 300_000, seed: 3 }))) {
      if (tag === 'BPR') payment = cents(elements[1]);
      if (tag === 'CLP' || tag === 'LX' || tag === 'PLB' || tag === 'SE') endClaim();
      if (tag === 'CLP') claim = { charge: cents(elements[2]), paid: cents(elements[3]), adjusted: 0, lines: 0 };
      if (tag === 'SVC' && claim !== undefined) claim.lines += cents(elements[1]);
      if (tag === 'CAS' && claim !== undefined) {
        for (let i = 2; i < elements.length; i += 3) claim.adjusted += cents(elements[i]);
      }
      if (tag === 'PLB') payment += cents(elements[3]);
      if (tag === 'SE') expect(payment).toBe(0);
    }
    expect(checked).toBeGreaterThan(300);
  });

  it('of the lines of an 837P add up to the claim', () => {
    let left = 0;
    let claims = 0;
    for (const [tag, ...elements] of segmentsOf(textOf({ set: '837P', bytes: 200_000, seed: 3 }))) {
      if (tag === 'CLM' || tag === 'SE') expect(left).toBe(0);
      if (tag === 'CLM') {
        left = cents(elements[1]);
        claims++;
      }
      if (tag === 'SV1') left -= cents(elements[1]);
    }
    expect(claims).toBeGreaterThan(100);
  });
});
