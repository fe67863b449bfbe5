import { once } from 'node:events';
import { connect } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { createMemoryJournal } from '../../../src/delivery/memory-journal.js';
import { createAs2Endpoint } from '../../../src/transports/as2/endpoint/create-as2-endpoint.js';
import { type As2ServerOptions, createAs2Server } from '../../../src/transports/as2/endpoint/create-as2-server.js';
import { testCertificate } from '../certificates.js';
import { ftpsPartner, localhostCertificate } from '../ftps/partner.js';

const before = localhostCertificate();
const renewed = testCertificate({ commonName: 'localhost' });
const tlsOf = ({ certificate, key }: typeof before) => ({ certificate, privateKey: key });
/** The key of another certificate. */
const halfRenewed = { ...tlsOf(before), certificate: renewed.certificate };
const INVALID = expect.objectContaining({ code: 'X12_OPTION_INVALID' });

it('of FTPS is shown to who connects then; who is connected goes on', async () => {
  const partner = await ftpsPartner();
  onTestFinished(() => partner.server.close({ grace: 0 }));
  const old = await partner.connect();
  expect(() => partner.server.renewTls(halfRenewed)).toThrow(INVALID);
  await (await partner.connect()).close();
  partner.server.renewTls(tlsOf(renewed));
  await expect(partner.connect()).rejects.toMatchObject({ details: { reason: 'certificate-untrusted' } });
  const session = await partner.connect({ tls: { ca: renewed.certificate } });
  expect((await session.list('/')).map(({ name }) => name)).toEqual((await old.list('/')).map(({ name }) => name));
  await Promise.all([old.close(), session.close()]);
});

it('of AS2 is shown to who connects then', async () => {
  const open = (options: As2ServerOptions) => {
    const endpoint = createAs2Endpoint({ partnerships: [], journal: createMemoryJournal() });
    onTestFinished(() => endpoint.close());
    return createAs2Server(endpoint, options);
  };
  const server = open({ tls: tlsOf(before) });
  const { port } = await server.listen({ port: 0 });
  onTestFinished(() => server.close({ grace: 0 }));
  const reach = async (ca: string) => {
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca });
    try {
      await once(socket, 'secureConnect');
    } finally {
      socket.destroy();
    }
  };
  expect(() => server.renewTls(halfRenewed)).toThrow(INVALID);
  await reach(before.certificate);
  server.renewTls(tlsOf(renewed));
  await reach(renewed.certificate);
  await expect(reach(before.certificate)).rejects.toThrow();
  expect(() => open({}).renewTls(tlsOf(renewed))).toThrow(INVALID);
});
