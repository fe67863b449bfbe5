import { expect, it } from 'vitest';
import type { Finding } from '../../src/model/finding.js';
import { fullEngine } from './guides.js';

const engine = fullEngine();
const encoder = new TextEncoder();

/** One set in one group; the segments behind ST, the functional id and the version are given. */
function file(functionalId: string, version: string, set: string, segments: readonly string[]): Uint8Array {
  const lines = [
    'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260131*0905*^*00501*000000042*0*T*:',
    `GS*${functionalId}*AA*BB*20260131*0905*42*X*${version}`,
    `ST*${set}*0001`,
    ...segments,
    `SE*${segments.length + 2}*0001`,
    'GE*1*42',
    'IEA*1*000000042',
  ];
  return encoder.encode(lines.map((line) => `${line}~\n`).join(''));
}

async function findings(bytes: Uint8Array): Promise<string[]> {
  const { findings: found } = await engine.validate(bytes);
  return found.map(({ severity, code, at, reason }) => {
    const element = 'element' in at ? ` ${at.element}` : '';
    return `${severity} ${code ?? '-'} ${reason} ${at.segmentId}${element}`;
  });
}

const NOTICE = 'notice - guide-dictionary ST';

it('checks each segment by the dictionary of the release', async () => {
  const claim = [
    'BHT*0019*00*1*970327*0932CH*CH',
    'HL*A*ZZZZ*TOOLONGCODE',
    'NM1',
    'CLM*X*notanumber',
    'DTP*431*D8*20230230',
  ];
  expect(await findings(file('HC', '004010X098A1', '837', claim))).toEqual([
    NOTICE,
    'error 4 element-too-short BHT 4',
    'error 9 element-time BHT 5',
    'error 5 element-too-long HL 3',
    'error 7 element-code HL 3',
    'error 1 element-mandatory-missing NM1 1',
    'error 1 element-mandatory-missing NM1 2',
    'error 6 element-not-numeric CLM 2',
    'error 8 element-date DTP 3',
  ]);
});

// A later release adds codes, lengths and elements: what is more than the older form has may be right in its own.
it('checks a segment that the release lacks by the nearest that has it, and warns where the set may be newer', async () => {
  const order = ['BEG*99*TOOLONG**20269999', 'QQQ*1', 'PO1*1*a dozen'];
  expect(await findings(file('PO', '005010', '850', order))).toEqual([
    NOTICE,
    'warning 5 element-too-long BEG 2',
    'warning 7 element-code BEG 2',
    'error 1 element-mandatory-missing BEG 3',
    'error 1 element-mandatory-missing BEG 5',
    'error 1 segment-unknown QQQ',
    'error 6 element-not-numeric PO1 2',
  ]);
});

it('says nothing of a sound set of another release', async () => {
  const order = [
    'BEG*00*SA*PO1**20260101',
    'REF*DP*42',
    'N1*ST*NORTH*92*0001',
    'PO1*1*12*EA*9.25**UP*123456789012',
    'CTT*1',
  ];
  for (const version of ['005010', '004030', '007040'])
    expect(await findings(file('PO', version, '850', order))).toEqual([NOTICE]);
});

// A release without dictionary may have segments that no dictionary at hand has; a tag that is none by its form is in no release.
it('warns of an unknown segment in a set whose release has no dictionary', async () => {
  const order = ['BEG*00*SA*PO1**20260101', 'QQQ*1', 'qqq*1', 'PO1*1*12*EA*9.25'];
  for (const version of ['004030', '006020', '008010'])
    expect(await findings(file('PO', version, '850', order))).toEqual([
      NOTICE,
      'warning 1 segment-unknown QQQ',
      'error 1 segment-unknown qqq',
    ]);
});

it('checks a date inside a composite by its qualifier', async () => {
  const claim = ['BHT*0019*00*1*19970327*0932*CH', 'HI*BH:A1:D8:19261111*BH:A2:D8:19260230*BH:A3:D8:1926111A'];
  expect(await findings(file('HC', '005010X292', '837', claim))).toEqual([
    NOTICE,
    'error 8 element-date HI 2',
    'error 8 element-date HI 3',
  ]);
});

it('lets the errors of the dictionary decide the answer', async () => {
  const verdicts = async (segments: readonly string[]) => {
    const [answer] = await engine.acknowledge(file('PO', '005010', '850', segments));
    return answer?.groups.flatMap(({ transactions }) => transactions.map(({ verdict, codes }) => [verdict, ...codes]));
  };
  expect(await verdicts(['BEG*00*SA*PO1**20260101', 'PO1*1*a dozen'])).toEqual([['R', '5']]);
  expect(await verdicts(['BEG*00*SA*PO1**20260101', 'PO1*1*12'])).toEqual([['A']]);
});

// What reading rejects is not written without a word, and what it accepts is.
it.each([
  ['its own release', 'HC', '004010X098A1', '837', ['BHT*0019*00*1*970327*0932CH*CH', 'HL*A*ZZZZ', 'NM1', 'CLM*X*a']],
  ['another release', 'PO', '005010', '850', ['BEG*99*TOOLONG**20269999', 'QQQ*1', 'PO1*1*a dozen']],
  ['a newer form', 'PO', '005010', '850', ['BEG*99*TOOLONG*PO1**20260101', 'PO1*1*12*EA*9.25']],
])('says in writing what it says in reading: a set of %s', async (_, functionalId, version, set, segments) => {
  const document = await engine.parse(file(functionalId, version, set, segments));
  const told = (all: readonly Finding[]) =>
    all
      .filter(({ severity }) => severity !== 'notice')
      .map(({ severity, reason, at }) => `${severity} ${reason} ${at.segmentId} ${at.element}`);
  const read = document.interchanges.flatMap(({ groups }) =>
    groups.flatMap(({ transactions }) => transactions.flatMap(({ findings }) => findings)),
  );
  const written = engine.generate(document, { findings: 'report' }).findings;
  expect(told(written).sort()).toEqual(told(read).sort());
  if (told(read).some((line) => line.startsWith('error'))) expect(() => engine.generate(document)).toThrow(/error/);
  else expect(engine.generate(document).bytes.length).toBeGreaterThan(0);
});
