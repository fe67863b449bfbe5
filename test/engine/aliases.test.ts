import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fullEngine } from './guides.js';

const engine = fullEngine();
const INQUIRY = readFileSync(new URL('../../fixtures/eligibility-inquiry-270/input.edi', import.meta.url), 'latin1');

/** The inquiry with these in ST03 and GS08. */
function inquiry(implementation: string, release: string): Uint8Array {
  const text = INQUIRY.replace(/(ST\*270\*\d+\*)005010X279A1/, `$1${implementation}`);
  return new TextEncoder().encode(text.replace('*X*005010X279A1~', `*X*${release}~`));
}

it('a set of another maintenance level of its guide comes back byte for byte', async () => {
  const received = inquiry('005010X279', '005010X279');
  const { bytes, findings } = engine.generate(await engine.parse(received));
  expect(Buffer.from(bytes).toString()).toBe(Buffer.from(received).toString());
  expect(findings).toEqual([]);
});

it.each([
  ['005010X279', '005010X279A1', 'warning'],
  ['005010X279A1', '005010X279', 'warning'],
  ['005010X212', '005010X279A1', 'error'],
])('ST03 %s in a group of %s is a matter of severity %s', async (implementation, release, severity) => {
  const { findings } = await engine.validate(inquiry(implementation, release));
  const found = findings.find(({ reason }) => reason === 'transaction-implementation');
  expect(found).toMatchObject({ severity, code: '19' });
});
