import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../../src/engine/engine-event.js';
import type { PerSet } from '../../src/engine/per-set.js';
import { fullEngine } from './guides.js';

const engine = fullEngine();
const claims = readFileSync(new URL('../../fixtures/claim-837p/input.edi', import.meta.url), 'latin1');

async function setsOf(options: { guide?: PerSet; loop?: PerSet }) {
  const events: EngineEvent[] = [];
  for await (const event of engine.stream(claims, options)) events.push(event);
  return events.filter((event) => event.kind === 'transaction');
}

describe('a guide for each set', () => {
  it('is chosen by what the envelopes around it say', async () => {
    const seen: unknown[] = [];
    const sets = await setsOf({
      guide: ({ interchange, group, transaction, header, groupHeader, interchangeHeader }) => {
        seen.push([interchange, group, transaction, header.transactionSet, groupHeader?.release]);
        expect(interchangeHeader.controlNumber).toMatch(/^\d{9}$/);
        return transaction === 1 ? 'generic' : undefined;
      },
    });
    expect(sets.map(({ guide }) => guide)).toEqual(['generic', '837P-005010X222A1']);
    expect(seen).toEqual([
      [1, 1, 1, '837', '005010X222A1'],
      [1, 1, 2, '837', '005010X222A1'],
    ]);
  });

  it('is a loop for each set, too', async () => {
    const sets = await setsOf({ loop: ({ transaction }) => (transaction === 2 ? '2300' : undefined) });
    expect(sets.map(({ loops }) => loops)).toEqual([0, 1]);
    expect(sets.map(({ data }) => JSON.stringify(data).includes('CLM'))).toEqual([true, false]);
  });

  it('holds for checking and acknowledging as for reading', async () => {
    const asked: string[] = [];
    const guide: PerSet = ({ header }) => {
      asked.push(header.controlNumber);
      return undefined;
    };
    await engine.validate(claims, { guide });
    await engine.acknowledge(claims, { guide });
    for await (const _ of engine.trace(claims, { guide }));
    expect(asked).toHaveLength(6);
  });
});

describe('acknowledging', () => {
  const broken = claims.replace('SV1*HC:81002*50*UN*1***1', 'SV1*HC:81002*5X*UN*1***1');

  it('says of each set whether it may be processed, by the policy of its interchange', async () => {
    const both = `${broken}\n${broken.replace(/^(ISA(\*[^*]*){12})\*\d{9}/, '$1*000000099').replace(/IEA\*1\*\d{9}/, 'IEA*1*000000099')}`;
    const acknowledged = await engine.acknowledge(both, {
      policyOf: ({ interchange }) => ({ transactions: interchange === 1 ? 'each' : 'all or none' }),
    });
    expect(acknowledged.map(({ accepted }) => accepted)).toEqual([[[false, true]], [[false, false]]]);
  });

  it('hands out each interchange at its end where asked to', async () => {
    const told: number[] = [];
    const kept = await engine.acknowledge(claims, { onInterchange: ({ interchange }) => told.push(interchange) });
    expect(told).toEqual([1]);
    expect(kept).toEqual([]);
  });

  it('judges sets of acknowledgments, which nobody answers', async () => {
    const acknowledgment = readFileSync(
      new URL('../../fixtures/acknowledgment-999/input.edi', import.meta.url),
      'latin1',
    );
    const [sound] = await engine.acknowledge(acknowledgment);
    expect(sound?.groups).toEqual([]);
    expect(sound?.accepted.flat()).toContain(true);
    const [rejected] = await engine.acknowledge(acknowledgment.replace('AK9*', 'AK8*'));
    expect(rejected?.accepted[0]?.[0]).toBe(false);
  });
});
