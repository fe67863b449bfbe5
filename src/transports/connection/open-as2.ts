import type { Journal } from '../../delivery/journal.js';
import type { Transport } from '../../delivery/transport.js';
import { isX12Error, X12Error } from '../../model/error.js';
import type { PartnershipSettings } from '../as2/agreement/partnership.js';
import { partnershipFrom } from '../as2/agreement/partnership-from.js';
import { createAs2Transport } from '../as2/as2-transport.js';
import type { CertificateEntry, CertificateWindow, IdentityEntry } from '../as2/certificates/certificate-windows.js';
import { readPkcs12 } from '../as2/certificates/pkcs12.js';
import { readCertificates, readIdentity } from '../as2/certificates/read-certificates.js';
import type { As2Endpoint } from '../as2/endpoint/as2-endpoint.js';
import { createAs2Endpoint } from '../as2/endpoint/create-as2-endpoint.js';
import { type As2Server, createAs2Server } from '../as2/endpoint/create-as2-server.js';
import type { BasicAuth } from '../as2/sending/basic-auth.js';
import type { ServerTls } from '../network/server-tls.js';
import type { TlsTrust } from '../network/tls-trust.js';
import type { ListeningAt } from '../receiving/listener.js';

interface Window {
  readonly activeFrom?: string;
  readonly activeUntil?: string;
  readonly use?: 'signing' | 'encryption';
}

type IdentityFile = Window &
  ({ certificate: string; privateKey: string; passphrase?: string } | { pkcs12: Uint8Array; passphrase: string });

/** An AS2 connection that was checked and whose references were read. */
export interface As2ConnectionOptions {
  readonly connection: string;
  readonly journal: Journal;
  readonly partnership: Omit<PartnershipSettings, 'identities' | 'certificates'> & {
    readonly identities?: readonly IdentityFile[];
    readonly certificates?: readonly CertificateFile[];
  };
  readonly tls?: TlsTrust;
  readonly basicAuth?: BasicAuth;
  readonly connectMs?: number;
  readonly idleMs?: number;
  readonly minBytesPerSecond?: number;
  readonly slowMs?: number;
  readonly listen?: ListenOptions;
  readonly onListening?: ((at: ListeningAt) => void | Promise<void>) | undefined;
}

interface ListenOptions {
  readonly port: number;
  readonly host?: string;
  readonly path?: string;
  readonly tls?: ServerTls;
  readonly holdMs?: number;
}

/** The transport of an AS2 connection; where it says so, it listens as soon as something may come in. */
export async function openAs2({
  partnership,
  tls,
  listen,
  onListening,
  ...options
}: As2ConnectionOptions): Promise<Transport> {
  const settings: PartnershipSettings = {
    ...partnership,
    identities: await Promise.all(
      (partnership.identities ?? []).map((one, index) => at(`/partnership/identities/${index}`, () => identityOf(one))),
    ),
    certificates: await certificatesOf(partnership.certificates ?? []),
  };
  if (listen === undefined) return createAs2Transport({ ...options, trust: tls, partnership: settings });
  const { journal } = options;
  const checked = partnershipFrom(settings);
  const endpoint = createAs2Endpoint({ partnerships: [checked], journal, holdMs: listen.holdMs });
  const transport = createAs2Transport({ ...options, trust: tls, partnership: settings, endpoint });
  return listening(transport, { endpoint, listen, onListening, whenSending: checked.mdn.mode === 'async' });
}

type CertificateFile = Window & { readonly certificate: string };

async function certificatesOf(files: readonly CertificateFile[]): Promise<readonly CertificateEntry[]> {
  const read = files.map(({ certificate, ...window }, index) =>
    at(`/partnership/certificates/${index}/certificate`, async () =>
      readCertificates(certificate).map((one) => ({ certificate: one, ...windowOf(window) })),
    ),
  );
  return (await Promise.all(read)).flat();
}

/** What is read knows nothing of the file that it stands in: of several certificates nobody would know which is meant. */
async function at<T>(pointer: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isX12Error(error)) throw error;
    throw new X12Error('X12_CONNECTION_INVALID', `The connection at ${pointer}: ${error.message}`, {
      details: { problems: [{ pointer, text: error.message }] },
    });
  }
}

async function identityOf(file: IdentityFile): Promise<IdentityEntry> {
  const { activeFrom, activeUntil, use, ...source } = file;
  const identity = 'pkcs12' in source ? await readPkcs12(source.pkcs12, source.passphrase) : readIdentity(source);
  return { identity, ...windowOf({ activeFrom, activeUntil, use } as Window) };
}

function windowOf({ activeFrom, activeUntil, use }: Window): CertificateWindow {
  return {
    ...(activeFrom === undefined ? {} : { activeFrom: new Date(activeFrom) }),
    ...(activeUntil === undefined ? {} : { activeUntil: new Date(activeUntil) }),
    ...(use === undefined ? {} : { use }),
  };
}

interface Listening extends Pick<As2ConnectionOptions, 'onListening'> {
  readonly endpoint: As2Endpoint;
  readonly listen: ListenOptions;
  readonly whenSending: boolean;
}

/** Takes the port when it is needed, and not to send a file whose receipt comes back at once. */
function listening(transport: Transport, { endpoint, listen, onListening, whenSending }: Listening): Transport {
  let server: Promise<As2Server> | undefined;
  const begin = (): Promise<As2Server> => {
    server ??= start(endpoint, listen).then(async ({ server: started, at }) => {
      await onListening?.(at);
      return started;
    });
    return server;
  };
  return {
    kind: transport.kind,
    async deliver(payload, signal) {
      if (whenSending) await begin();
      return transport.deliver(payload, signal);
    },
    async *receive(signal) {
      await begin();
      yield* transport.receive(signal);
    },
    check: (signal) => transport.check(signal),
    async close() {
      await transport.close();
      // First the endpoint, so that what is held is answered and its connection can end.
      await endpoint.close();
      await (await server?.catch(() => undefined))?.close();
    },
  };
}

async function start(endpoint: As2Endpoint, { port, host, path, tls }: ListenOptions) {
  const server = createAs2Server(endpoint, { path, tls });
  return { server, at: await server.listen({ port, host }) };
}
