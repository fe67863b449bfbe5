import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCharacterSet } from '../../src/charset/character-set.js';
import type { ReadOptions } from '../../src/engine/engine-options.js';
import type { Finding } from '../../src/model/finding.js';
import type { Source } from '../../src/syntax/source.js';
import { fullEngine } from './guides.js';

const engine = fullEngine();
const read = (name: string): string =>
  readFileSync(new URL(`../../fixtures/${name}/input.edi`, import.meta.url), 'latin1').replaceAll('\n', '');
const INQUIRY = read('eligibility-inquiry-270');
const CLAIM = read('claim-837p');

async function outside(source: Source, options: ReadOptions = {}, by = engine): Promise<Finding[]> {
  const { findings } = await by.validate(source, options);
  return findings.filter(({ reason }) => reason === 'element-character-set');
}

const brief = ({ at, character, severity }: Finding): string =>
  `${severity} ${at.segmentId}${at.element}-${at.component ?? 0}^${at.repetition ?? 0} ${character?.name}@${character?.offset}`;

describe('characters outside the set, when reading', () => {
  it('are warnings by default, which goes by Extended', async () => {
    expect(await outside(INQUIRY.replace('JANE', 'Ñandú'))).toEqual([]);
    const result = await engine.validate(INQUIRY.replace('DOE*JANE', 'D“E*Łucja'));
    expect(result.valid).toBe(true);
    expect(result.findings.map(brief)).toEqual(['warning NM13-0^0 U+201C@1', 'warning NM14-0^0 U+0141@0']);
    expect(result.findings[0]).toMatchObject({ code: '6', at: { segment: 9, loopId: '2100C', dataElement: '1035' } });
  });

  it('are errors where a set was agreed, and nothing where none is to be checked', async () => {
    const file = INQUIRY.replace('DOE*JANE', 'Doe*JANÉ');
    expect((await outside(file, { characterSet: 'Basic' })).map(brief)).toEqual([
      'error NM13-0^0 U+006F@1',
      'error NM13-0^0 U+0065@2',
      'error NM14-0^0 U+00C9@3',
    ]);
    expect((await outside(file, { characterSet: 'ExtendedHipaa' })).map(brief)).toEqual(['error NM14-0^0 U+00C9@3']);
    expect(await outside(INQUIRY.replace('JANE', '山田'), { characterSet: 'none' })).toEqual([]);
    const own = createCharacterSet('Own', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789- ');
    expect(await outside(INQUIRY, { characterSet: own })).toEqual([]);
    expect(await outside(INQUIRY.replace('JANE', 'J.'), { characterSet: own })).toHaveLength(1);
  });

  it('are placed by component and repetition, with offsets in that value and the data element', async () => {
    const pointed = CLAIM.replace('HC:99213*', 'HC:99213::::: visité*');
    expect((await outside(pointed, { characterSet: 'ExtendedHipaa' })).map(brief)).toEqual(['error SV11-7^0 U+00E9@6']);
    const found = await outside(CLAIM.replace('ABF:R509', 'ABF:R5é9'), { characterSet: 'ExtendedHipaa' });
    expect(found).toMatchObject([{ at: { element: 2, component: 2, dataElement: '1271' }, character: { offset: 2 } }]);
    const types = await outside(INQUIRY.replace('EQ*30', 'EQ*30^é1'), { characterSet: 'Basic' });
    expect(types).toMatchObject([{ at: { element: 1, repetition: 2, dataElement: '1365' }, character: { offset: 0 } }]);
  });

  it.each([
    ['|', '^', '>'],
    ['*', '_', '\\'],
  ])('are never the separators: %s %s %s', async (element, repetition, component) => {
    const other = CLAIM.replaceAll('*', element).replaceAll(':', component).replaceAll('^', repetition);
    expect(await outside(other, { characterSet: 'Basic' })).toEqual([]);
    expect(await outside(other.replace('JANE', 'JaNE'), { characterSet: 'Basic' })).toHaveLength(1);
  });

  it('are looked for beside binary data, not in them', async () => {
    const plain = fullEngine({ guides: [] });
    const file = readFileSync(new URL('../../fixtures/binary-275/input.edi', import.meta.url));
    expect(await outside(file)).toEqual([]);
    expect((await outside(file, {}, plain)).map(brief)).toEqual([]);
    const at = file.indexOf('BIN*') + file.subarray(file.indexOf('BIN*') + 4).indexOf('*') + 5;
    const octets = Buffer.concat([file.subarray(0, at), Buffer.from([0xc3]), file.subarray(at + 1)]);
    expect(await outside(octets)).toEqual([]);
  });

  it('have right offsets in a file of ISO 8859-1', async () => {
    const file = Buffer.from(INQUIRY.replace('DOE*JANE', 'DOÉ*JAN×'), 'latin1');
    expect((await outside(file)).map(brief)).toEqual(['warning NM14-0^0 U+00D7@3']);
    expect((await outside(file, { characterSet: 'ExtendedHipaa' })).map(brief)).toEqual([
      'error NM13-0^0 U+00C9@2',
      'error NM14-0^0 U+00D7@3',
    ]);
  });

  it('count a character beyond the BMP as two units and one finding', async () => {
    expect((await outside(INQUIRY.replace('JANE', 'A😀★'))).map(brief)).toEqual([
      'warning NM14-0^0 U+1F600@1',
      'warning NM14-0^0 U+2605@3',
    ]);
  });

  it('come in the order of the data, between the other findings', async () => {
    const file = INQUIRY.replace('ACME HEALTH*****PI', '★*****QQ').replace('19800228', '19801328').replace('REQ1', '★');
    const { findings } = await engine.validate(file);
    expect(findings.map(({ at }) => at.segmentId)).toEqual(['BHT', 'NM1', 'NM1', 'DMG']);
  });

  it('are the same for validate, parse, stream and any cut of the input', async () => {
    const file = Buffer.from(INQUIRY.replace('DOE*JANE', 'D“E*Łucja').replace('REQ1', '★'));
    const expected = await outside(file);
    expect(expected).toHaveLength(3);
    const bytewise = Array.from(file, (byte) => Uint8Array.of(byte));
    expect(await outside(bytewise)).toEqual(expected);
    const parsed = await engine.parse(file);
    expect(parsed.interchanges[0]?.groups[0]?.transactions[0]?.findings).toEqual(expected);
    const streamed: Finding[] = [];
    for await (const event of engine.stream(bytewise))
      if (event.kind === 'transaction') streamed.push(...event.findings);
    expect(streamed).toEqual(expected);
  });

  it('are found in sets without a guide, with the data element where a dictionary knows it', async () => {
    const file = INQUIRY.replace('JANE', '★');
    const byDictionary = await outside(file, {}, fullEngine({ guides: [] }));
    expect(byDictionary).toMatchObject([{ at: { segmentId: 'NM1', element: 4, dataElement: '1036' } }]);
    const alone = await outside(file, {}, fullEngine({ guides: [], dictionaries: [] }));
    expect(alone.map(brief)).toEqual(['warning NM14-0^0 U+2605@0']);
  });
});
