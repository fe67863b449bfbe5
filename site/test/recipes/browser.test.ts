import { expect, it } from 'vitest';
import { linesAbout } from '../../recipes/browser/read-file.js';
import { fixture } from './files.js';

it('checks a File', async () => {
  const order = fixture('purchase-order-850');
  expect(await linesAbout(new File([order], 'order.edi'))).toEqual(['This file is valid.']);
  const spoilt = new File([order.replace('20260415', '20260431')], 'order.edi');
  expect(await linesAbout(spoilt)).toEqual(['1 findings:', expect.stringMatching(/^IK403 8 .*DTM02: /)]);
});
