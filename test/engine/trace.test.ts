import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.js';
import type { X12Error } from '../../src/model/error.js';
import { dictionary, guide } from './guides.js';

/** An order, and an acknowledgment beside it; the order's GS08 is a partner's own. */
const MIXED = `ISA*00*          *00*          *ZZ*BUYER          *ZZ*SELLER         *260131*0905*U*00401*000000007*0*T*>~
GS*PO*BUYER*SELLER*20260131*0905*7*X*004010PARTNER~
ST*850*0001~
BEG*00*SA*PO-1001**20260131~
PO1*1*12*EA*9.75~
SE*4*0001~
GE*1*7~
GS*FA*BUYER*SELLER*20260131*0905*8*X*004010~
ST*997*0002~
AK1*IN*3~
AK9*A*1*1*1~
SE*4*0002~
GE*1*8~
IEA*2*000000007~`;

const engine = createEngine({
  guides: [guide('850-004010'), guide('997-004010')],
  dictionaries: [dictionary('004010')],
});

async function traced(asked: string | undefined): Promise<readonly string[]> {
  const sets: string[] = [];
  for await (const set of engine.trace(MIXED, { guide: asked })) {
    const titled = set.children.flatMap((node) => (node.kind === 'loop' || node.title !== undefined ? [node] : []));
    sets.push(`${set.header.transactionSet} by ${set.guide}: ${titled.length} of ${set.children.length}`);
  }
  return sets;
}

describe('trace', () => {
  it('reads sets of another kind than the guide asked for by their own, as parse does', async () => {
    const own = ['850 by 850-004010: 4 of 4', '997 by 997-004010: 4 of 4'];
    expect(await traced(undefined)).toEqual(own);
    expect(await traced('850-004010')).toEqual(own);
    expect(await traced('997-004010')).toEqual(own);
    const { interchanges } = await engine.parse(MIXED, { guide: '850-004010' });
    expect(interchanges[0]?.groups.map(({ transactions }) => transactions[0]?.guide)).toEqual([
      '850-004010',
      '997-004010',
    ]);
  });

  it('reads every set without loops where that is asked for', async () => {
    expect(await traced('generic')).toEqual(['850 by generic: 0 of 4', '997 by generic: 0 of 4']);
  });

  it('refuses a guide that it was not given', async () => {
    const unknown = expect.objectContaining<Partial<X12Error>>({ code: 'X12_GUIDE_UNKNOWN' });
    await expect(traced('855-004010')).rejects.toEqual(unknown);
  });
});

describe('select', () => {
  it('finds by path in sets of another kind than the guide asked for', async () => {
    const values: string[] = [];
    for await (const found of engine.select(MIXED, 'PO1/PO1/02', { guide: '997-004010' })) values.push(...found.values);
    expect(values).toEqual(['12']);
  });
});
