import type { LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import { abortedError } from '../../delivery/aborted.js';
import type { CheckReport, CheckStep } from '../../delivery/transport.js';
import { connectSocket } from '../network/connect-socket.js';
import { fingerprintOf, type TlsTrust } from '../network/tls-trust.js';
import type { Partnership } from './agreement/partnership.js';
import type { Certificate } from './certificates/certificate.js';
import { activeCertificates, activeIdentities } from './certificates/certificate-windows.js';

export interface CheckPartnerOptions {
  readonly partnership: Partnership;
  readonly trust?: TlsTrust | undefined;
  readonly lookup?: LookupFunction | undefined;
  readonly connectMs: number;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

const DAY = 86_400_000;
/** Days before the end of a certificate that are worth a word, each louder than the one before. */
const WARNINGS = [
  { days: 1, word: 'ends within a day' },
  { days: 7, word: 'ends within a week' },
  { days: 30, word: 'ends within 30 days' },
] as const;

/** Looks at the certificates and connects; nothing is sent. */
export async function checkPartner(options: CheckPartnerOptions): Promise<CheckReport> {
  const steps: CheckStep[] = [];
  const facts: Record<string, string> = {};
  checkCertificates(options, steps, facts);
  await checkConnection(options, steps, facts);
  return { kind: 'as2', ok: steps.every(({ ok }) => ok), steps, facts };
}

function checkCertificates(
  { partnership, now }: CheckPartnerOptions,
  steps: CheckStep[],
  facts: Record<string, string>,
): void {
  const { identities, certificates, outbound, inbound, mdn, url } = partnership;
  const moment = now();
  const own = (use: 'signing' | 'encryption') =>
    activeIdentities(identities, use, moment)
      .map((one) => one.certificate)
      .filter((one) => canDo(use, one));
  const partners = (use: 'signing' | 'encryption') =>
    activeCertificates(certificates, use, moment).filter((one) => canDo(use, one));
  const sends = url !== undefined;
  const uses = [
    { name: 'own certificate to sign', list: own('signing'), needed: sends && outbound.sign !== 'none' },
    {
      name: 'own certificate to decrypt',
      list: own('encryption'),
      needed: inbound.requireEncrypted && identities.length > 0,
    },
    {
      name: 'partner certificate to encrypt',
      list: partners('encryption'),
      needed: sends && outbound.encrypt !== 'none',
    },
    {
      name: 'partner certificate to verify',
      list: partners('signing'),
      needed: (sends && mdn.mode !== 'none' && mdn.signed) || (inbound.requireSigned && certificates.length > 0),
    },
  ];
  for (const { name, list, needed } of uses) {
    const [newest] = list;
    if (newest !== undefined) describe(name, newest, moment, facts);
    if (!needed) continue;
    if (newest !== undefined && identities.some((one) => one.identity.certificate.fingerprint === newest.fingerprint)) {
      if (name.startsWith('partner')) facts[`warning: ${name}`] = 'is your own; ask the partner for the one of theirs';
    }
    steps.push(
      newest === undefined
        ? {
            name,
            ok: false,
            text: `No ${name} is valid now${name.endsWith('crypt') ? ', of RSA' : ''}. None was given, or each is past its last day. Give one that is valid.`,
          }
        : { name, ok: true },
    );
  }
}

/** Content is encrypted for keys of RSA alone. */
function canDo(use: 'signing' | 'encryption', { x509 }: Certificate): boolean {
  return use === 'signing' || x509.publicKey.asymmetricKeyType === 'rsa';
}

function describe(
  name: string,
  { notAfter, fingerprint }: Certificate,
  moment: Date,
  facts: Record<string, string>,
): void {
  facts[name] = `sha256 ${fingerprint}, until ${notAfter.toISOString()}`;
  const left = notAfter.getTime() - moment.getTime();
  const warning = WARNINGS.find(({ days }) => left <= days * DAY);
  if (warning !== undefined) facts[`warning: ${name}`] = `${warning.word}; agree on the next one with the partner`;
}

async function checkConnection(
  { partnership, trust = {}, lookup, connectMs, signal }: CheckPartnerOptions,
  steps: CheckStep[],
  facts: Record<string, string>,
): Promise<void> {
  if (partnership.url === undefined) return;
  const url = new URL(partnership.url);
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (secure ? 443 : 80);
  try {
    const socket = await connectSocket({ host, port, lookup, connectMs, signal, trust: secure ? trust : undefined });
    facts.url = `${url.protocol}//${url.host}${url.pathname}`;
    if (socket instanceof TLSSocket) {
      const peer = socket.getPeerCertificate();
      facts.tls = `${socket.getProtocol() ?? ''} ${socket.getCipher().standardName}`;
      facts['tls certificate'] = `sha256 ${fingerprintOf(peer)}, until ${new Date(peer.valid_to).toISOString()}`;
    }
    socket.destroy();
    steps.push({ name: 'connect', ok: true });
  } catch (error) {
    if (signal.aborted) throw abortedError(error);
    steps.push({ name: 'connect', ok: false, text: error instanceof Error ? error.message : 'It failed.' });
  }
}
