import { readFileSync } from 'node:fs';
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

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const orders = createEngine({ guides: [guide('850-004010'), guide('856-004010')] });

async function traced(asked: string | undefined): Promise<readonly string[]> {
  const sets: string[] = [];
  for await (const set of engine.trace(MIXED, { guide: asked })) {
    const titled = set.children.flatMap((node) => (node.kind === 'loop' || node.title !== undefined ? [node] : []));
    sets.push(`${set.header.transactionSet} by ${set.guide}: ${titled.length} of ${set.children.length}`);
  }
  return sets;
}

describe('trace', () => {
  it('opens no more loops than the limit', async () => {
    const shallow = createEngine({ guides: [guide('850-004010')], limits: { depth: 1 } });
    const order = MIXED.replace('PO1*1*12', 'PO1*1*1*EA*1~\nN1*ST*DOCK~\nPO1*1*12').replace('SE*4*0001', 'SE*6*0001');
    const reading = async (): Promise<void> => {
      for await (const _ of shallow.trace(order, { guide: '850-004010' }));
    };
    await expect(reading()).rejects.toMatchObject({
      code: 'X12_LIMIT_EXCEEDED',
      details: { limit: 'depth', value: 1 },
    });
  });

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

  it('finds a segment once where its loop has the same name', async () => {
    const values = async (path: string, fixture: string): Promise<readonly string[]> => {
      const found: string[] = [];
      for await (const one of orders.select(readFileSync(new URL(`${fixture}/input.edi`, FIXTURES)), path))
        found.push(...one.values);
      return found;
    };
    expect(await values('PO102', 'purchase-order-850')).toEqual(['12', '3']);
    expect(await values('PO1[2]/02', 'purchase-order-850')).toEqual(['3']);
    expect(await values('PO1/PO1/02', 'purchase-order-850')).toEqual(['12', '3']);
    expect(await values('HL01', 'ship-notice-856')).toEqual(['1', '2', '3', '4', '5']);
    expect(await values('HL[03=O]/01', 'ship-notice-856')).toEqual(['2']);
    expect(await values('HL[03=I]/HL/02', 'ship-notice-856')).toEqual(['3', '3']);
  });
});
