import { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import type { FastifyRequest } from 'fastify';
import { fingerprintOf } from '../../accounts/client-certificates.js';
import type { AddressCheck } from '../../http/networks.js';

/** Where certificates of clients are looked for beside the connection itself. */
export interface CertificateCheck {
  /** Whether a peer is a proxy that the operator trusts. */
  readonly isProxy: AddressCheck;
  /** The header in which that proxy says what certificate its client has shown; absent: none is believed. */
  readonly certificateHeader: string | undefined;
}

/**
 * SHA-256 of the certificate that a client has shown: over the connection, where TLS has seen that it has the private key; or as a trusted
 * proxy says, in the one header that the operator has named, as PEM with `%`-escapes or as base64.
 */
export function shownCertificate(
  request: FastifyRequest,
  { isProxy, certificateHeader }: CertificateCheck,
): string | undefined {
  const { socket, headers } = request.raw;
  const own = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  const isByProxy = certificateHeader !== undefined && isProxy(socket.remoteAddress ?? '');
  // Over a trusted proxy the connection's own certificate is the proxy's.
  if (!isByProxy) return own === undefined ? undefined : fingerprintOf(own);
  const text = headers[certificateHeader];
  return typeof text === 'string' ? fingerprintIn(text) : undefined;
}

function fingerprintIn(text: string): string | undefined {
  try {
    const base64 = decodeURIComponent(text).replace(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '');
    // A proxy that adds its header to that of a client would have the client's be the first of two: of several none is believed.
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
    const bytes = Buffer.from(base64, 'base64');
    const certificate = new X509Certificate(bytes);
    return certificate.raw.length === bytes.length ? fingerprintOf(certificate) : undefined;
  } catch {
    return undefined;
  }
}
