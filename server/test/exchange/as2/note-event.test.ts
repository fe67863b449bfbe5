import { expect, it } from 'vitest';
import { KnownPairs, noteEvent } from '../../../src/exchange/as2/note-event.js';
import type { Services } from '../../../src/exchange/services.js';

const REFUSED = { kind: 'refused', from: 'MILL', to: 'SHOP', messageId: '<1@mill>', address: '192.0.2.7' } as const;

function noted(text: string, { isKnown }: { readonly isKnown: boolean }) {
  const lines: (readonly [Readonly<Record<string, unknown>>, string])[] = [];
  const counted: string[] = [];
  // Of both only this is called.
  const services = {
    log: { warn: (what: Readonly<Record<string, unknown>>, line: string) => lines.push([what, line]) },
    metrics: { as2: (what: string) => counted.push(what) },
  } as unknown as Pick<Services, 'log' | 'metrics'>;
  const pairs = new KnownPairs();
  pairs.note('MILL', 'SHOP', 'connection-1');
  if (!isKnown) pairs.note('MILL', 'SHOP', undefined);
  noteEvent(services, pairs, { ...REFUSED, text });
  expect(counted).toEqual(['refused']);
  return lines[0];
}

it.each([
  ['authentication-failed: The signature fits no certificate.', /partnerSigning of the connection/],
  ['decryption-failed: It cannot be decrypted.', /give it the one that the connection has now/],
  ['insufficient-message-security: It is not signed.', /have it sign and encrypt/],
  ['The body is too large.', /Compare the settings of the connection/],
])('a refusal over AS2 is logged with its connection and what to do: %s', (text, step) => {
  const [what, line] = noted(text, { isKnown: true }) ?? [];
  expect(what).toMatchObject({ connection: 'connection-1', from: 'MILL', messageId: '<1@mill>' });
  expect(line?.startsWith(`AS2: ${text} `)).toBe(true);
  expect(line).toMatch(step);
});

it("a stranger's says which settings to compare", () => {
  const [what, line] = noted('No partnership of these AS2 ids.', { isKnown: false }) ?? [];
  expect(what?.connection).toBeUndefined();
  expect(line).toMatch(/AS2-From with partnerAs2Id and AS2-To with localAs2Id/);
});
