import { expect, it } from 'vitest';
import { type EnvelopeEvent, readInterchanges } from '../../src/envelope/read-interchanges.js';
import { describeBothScans } from '../syntax/scan/both-scans.js';
import { GE, GS, IEA, isa, SET } from './x12.js';

const FILE = `${isa()}TA1*000000070*260401*0900*A*000~${GS}${SET.replace('SE*4', 'SE*5')}${GE}${IEA}`;

async function collect(source: string, signal?: AbortSignal): Promise<EnvelopeEvent[]> {
  const events: EnvelopeEvent[] = [];
  for await (const event of readInterchanges(source, { signal })) events.push(event);
  return events;
}

describeBothScans('readInterchanges', () => {
  it('gives a flat sequence in which every level opens and closes once', async () => {
    const kinds = (await collect(FILE)).map((event) => event.kind);
    expect(kinds).toEqual([
      'interchange',
      'loose',
      'group',
      'transaction',
      'segment',
      'segment',
      'segment',
      'segment',
      'finding',
      'transactionEnd',
      'groupEnd',
      'interchangeEnd',
    ]);
  });

  it('gives segments that may be kept', async () => {
    const events = await collect(FILE);
    const [, bht] = events.flatMap((event) => (event.kind === 'segment' ? [event] : []));
    expect(bht?.ordinal).toBe(2);
    expect(bht?.segment.id).toBe('BHT');
    expect(bht?.segment.element(4)).toBe('20260401');
    expect(bht?.segment.offset).toBe(FILE.indexOf('BHT'));
  });

  it('stops when its signal says so', async () => {
    await expect(collect(FILE, AbortSignal.abort())).rejects.toMatchObject({ code: 'X12_ABORTED' });
  });

  it('refuses what is not X12', async () => {
    await expect(collect('{"not":"X12"}')).rejects.toMatchObject({ code: 'X12_NOT_AN_INTERCHANGE' });
  });
});
