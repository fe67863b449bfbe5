import { createEngine, describeFinding } from 'ediloom';
import { loadGuide } from 'ediloom/guides';
import { expect, it } from 'vitest';
import { FINDING, SEGMENTS } from '../../.vitepress/theme/hero-sample.js';

it('the first page shows what the engine says', async () => {
  const x12 = `ISA*00*          *00*          *ZZ*BUYER          *ZZ*SELLER         *260131*0905*U*00401*000000001*0*T*>~
GS*PO*BUYER*SELLER*20260131*0905*1*X*004010~
${SEGMENTS.join('\n')}
CTT*1~
SE*5*0001~
GE*1*1~
IEA*1*000000001~`;
  const said: string[] = [];
  await createEngine({ guides: [await loadGuide('850-004010')] }).validate(x12, {
    onFinding: (found, guide) => {
      const { code, place, text } = describeFinding(found, { guide });
      said.push(`${code}: ${place.replace('interchange 1, group 1, set 1, ', '')}: ${text}.`);
    },
  });
  expect(said).toEqual([FINDING]);
});
