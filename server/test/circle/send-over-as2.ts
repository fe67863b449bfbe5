import { createMemoryJournal, payloadOf, type Receipt } from 'ediloom/transports';
import { createAs2Transport, readCertificates, readIdentity } from 'ediloom/transports/as2';
import type { Instance } from './instance.js';
import type { Trader } from './partners.js';

export interface OverAs2 {
  /** AS2-From and AS2-To. */
  readonly from: string;
  readonly to: string;
  readonly content: Buffer;
  readonly name: string;
  /** Whose key signs. */
  readonly as: Pick<Instance, 'identity'>;
  readonly mill: Pick<Trader, 'instance'>;
}

/** Sends a file to the mill over AS2, each time with another Message-ID. @throws X12Error where its receipt says no. */
export async function sendOverAs2({ from, to, content, name, as, mill }: OverAs2): Promise<Receipt> {
  const { certificatePem: certificate, privateKeyPem: privateKey } = as.identity;
  const certificates = readCertificates(mill.instance.identity.certificatePem).map((one) => ({ certificate: one }));
  const transport = createAs2Transport({
    ...{ connection: 'mill', journal: createMemoryJournal() },
    partnership: {
      ...{ ourId: from, partnerId: to, url: `http://127.0.0.1:${mill.instance.doors.as2.port}/as2` },
      ...{ identities: [{ identity: readIdentity({ certificate, privateKey }) }], certificates },
    },
  });
  try {
    return await transport.deliver(payloadOf(crypto.randomUUID(), name, content));
  } finally {
    await transport.close();
  }
}
