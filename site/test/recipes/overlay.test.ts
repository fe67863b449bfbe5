import { describeFinding } from 'ediloom';
import { expect, it } from 'vitest';
import { engine } from '../../recipes/overlay/harbor.js';
import { fixture } from './files.js';

const order = fixture('purchase-order-850').replaceAll(/\*\*VP\*[^~]*/g, '**IN*000123');
const guide = '850-004010+harbor';

it('accepts what the partner wants', async () => {
  expect((await engine.validate(order, { guide })).findings).toEqual([]);
});

it('finds what only this partner refuses', async () => {
  const spoilt = order.replace('BEG*00*SA*PO-9001', 'BEG*05*SA*PO-9001-2026').replace('**IN*', '**VP*');
  const { findings } = await engine.validate(spoilt, { guide });
  expect(findings.map(({ at, rule }) => `${at.segmentId}${at.element} ${rule ?? ''}`)).toEqual([
    'BEG1 ',
    'BEG3 ',
    'PO16 buyer-item',
  ]);
  for (const found of findings) expect(describeFinding(found).advice).not.toBe('');
});
