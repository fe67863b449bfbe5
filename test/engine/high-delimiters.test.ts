import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { latin1 } from '../../src/syntax/encoding.js';
import { fixtureNames } from '../golden/golden-documents.js';
import { fullEngine } from './guides.js';

const engine = fullEngine();
const HIGH = { element: '\xa7', component: '\xa6', repetition: '\xac', segment: '\x85' } as const;

/** Fixtures whose interchanges all have the delimiters of the first, and no octets that are not to be touched. */
async function translated(name: string): Promise<{ usual: Uint8Array; high: Uint8Array } | undefined> {
  const usual = readFileSync(new URL(`../../fixtures/${name}/input.edi`, import.meta.url));
  const text = usual.toString('latin1');
  const { interchanges } = await engine.parse(usual, { encoding: latin1 });
  const given = interchanges[0]?.delimiters;
  const alike = interchanges.every(({ delimiters }) => JSON.stringify(delimiters) === JSON.stringify(given));
  if (given === undefined || !alike || /BIN|BDS|[\x80-\xff]/.test(text)) return undefined;
  const pairs = (['element', 'component', 'repetition', 'segment'] as const).map((name) => [given[name], HIGH[name]]);
  const high = Array.from(text, (one) => pairs.find(([from]) => from === one)?.[1] ?? one).join('');
  return { usual, high: Buffer.from(high, 'latin1') };
}

describe('an interchange with delimiters above 0x7F', () => {
  it.each(fixtureNames())('reads and is written as with usual ones: %s', async (name) => {
    const inputs = await translated(name);
    if (inputs === undefined) return;
    const { usual, high } = inputs;
    const [expected, document] = await Promise.all([
      engine.parse(usual, { encoding: latin1 }),
      engine.parse(high, { encoding: latin1 }),
    ]);
    const text = JSON.stringify(document);
    const back = Object.entries(HIGH).reduce((json, [part, one]) => {
      const given = expected.interchanges[0]?.delimiters[part as keyof typeof HIGH] ?? '';
      return json.replaceAll(one, JSON.stringify(given).slice(1, -1));
    }, text);
    expect(JSON.parse(back)).toEqual(JSON.parse(JSON.stringify(expected)));
    const { findings } = await engine.validate(high, { encoding: latin1 });
    expect(findings).toEqual((await engine.validate(usual, { encoding: latin1 })).findings);
    const written = engine.generate(document, { findings: 'report' });
    const before = engine.generate(expected, { findings: 'report' });
    expect(written.findings).toEqual(before.findings);
    if (Buffer.compare(before.bytes, usual) === 0) expect(Buffer.from(written.bytes)).toEqual(Buffer.from(high));
  });

  it('is answered in ASCII delimiters', async () => {
    const inputs = await translated('claim-837p');
    const [answer] = await engine.acknowledge(inputs?.high ?? [], { encoding: latin1 });
    const [usual] = await engine.acknowledge(inputs?.usual ?? [], { encoding: latin1 });
    expect(answer?.groups).toEqual(usual?.groups);
    // What it is written in is UTF-8, unless ids of the ISA ask for more.
    expect(Object.values(answer?.reply?.delimiters ?? {}).join('')).toMatch(/^[!-~]{4}$/);
  });

  it('has a delimiter in a value told as one', async () => {
    const inputs = await translated('claim-837p');
    const document = await engine.parse(inputs?.high ?? [], { encoding: latin1 });
    const spoilt = JSON.parse(JSON.stringify(document).replace('GOOD CLINIC', 'GOOD \xa7 CLINIC'));
    const { findings } = engine.generate(spoilt, { findings: 'report' });
    expect(findings.map(({ reason }) => reason)).toContain('delimiter-in-data');
  });
});
