import { expect, it } from 'vitest';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { createAs2Transport } from '../../../src/transports/as2/as2-transport.js';
import { generateIdentity } from '../../../src/transports/as2/index.js';
import { createFtpsTransport } from '../../../src/transports/ftps/index.js';
import { demandAuthorities } from '../../../src/transports/network/demand-authorities.js';
import { serverTlsOptions } from '../../../src/transports/network/server-tls.js';

const refusal = (words: string) =>
  expect.objectContaining({ code: 'X12_OPTION_INVALID', message: expect.stringContaining(words) });
const NONE = [[], '', 'authority.pem', ['-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----\n']];
const BROKEN = '-----BEGIN CERTIFICATE-----\nU0VDUkVU\n-----END CERTIFICATE-----\n';

it('takes texts with certificates in them, and whatever stands around', async () => {
  const { certificatePem: certificate } = await generateIdentity({ commonName: 'Authority', days: 1, key: 'ec' });
  expect(() => demandAuthorities('tls.ca', undefined)).not.toThrow();
  expect(() => demandAuthorities('tls.ca', `# ours\r\n${certificate}\n${certificate}`)).not.toThrow();
  expect(() => demandAuthorities('tls.ca', [certificate, `${certificate}${BROKEN}`])).toThrow(
    refusal('tls.ca cannot be used: a certificate in it cannot be read.'),
  );
});

it.each(NONE)('says that there is none in %j, where a transport or a server is made', (ca) => {
  expect(() => demandAuthorities('tls.ca', ca)).toThrow(refusal('it has no certificate'));
  expect(() =>
    createFtpsTransport({
      connection: 'c',
      journal: createMemoryJournal(),
      server: { host: 'h', username: 'u', password: 'p', tls: { ca } },
    } as never),
  ).toThrow(refusal('tls.ca'));
  expect(() =>
    createAs2Transport({ connection: 'c', journal: createMemoryJournal(), partnership: {}, trust: { ca } } as never),
  ).toThrow(refusal('trust.ca'));
  if (ca.length === 0) return;
  expect(() => serverTlsOptions({ certificate: '', privateKey: '', clientAuthorities: ca })).toThrow(
    refusal('clientAuthorities'),
  );
});

it('shows nothing of what was given', () => {
  expect(() => demandAuthorities('tls.ca', BROKEN)).toThrow(
    expect.objectContaining({ message: expect.not.stringMatching(/U0VD|SECRET/) }),
  );
});

it('reads a long text once, however many certificates begin in it and do not end', async () => {
  const { certificatePem: certificate } = await generateIdentity({ commonName: 'Authority', days: 1, key: 'ec' });
  const begun = '-----BEGIN CERTIFICATE-----\n';
  expect(() => demandAuthorities('tls.ca', `${begun}${certificate}`)).toThrow(refusal('cannot be read'));
  const since = performance.now();
  expect(() => demandAuthorities('tls.ca', begun.repeat(40_000))).toThrow(refusal('cannot be read'));
  expect(performance.now() - since).toBeLessThan(1_000);
});
