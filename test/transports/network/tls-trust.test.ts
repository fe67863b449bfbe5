import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tlsOptions } from '../../../src/transports/network/tls-trust.js';
import { testCertificate } from '../certificates.js';

describe('what TLS agrees on', () => {
  const { certificate, key } = testCertificate({ commonName: 'localhost' });
  // A server that makes its own group for the key exchange.
  const server = createServer({ cert: certificate, key, maxVersion: 'TLSv1.2', dhparam: 'auto' });
  beforeAll(async () => {
    server.on('tlsClientError', () => {});
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const handshake = async (ciphers: string): Promise<string> => {
    server.setSecureContext({ cert: certificate, key, maxVersion: 'TLSv1.2', dhparam: 'auto', ciphers });
    const { port } = server.address() as AddressInfo;
    const socket = connect({ ...tlsOptions({ ca: certificate }, 'localhost'), port, host: '127.0.0.1' });
    try {
      await once(socket, 'secureConnect');
      return socket.getCipher().name;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? '';
    } finally {
      socket.destroy();
    }
  };

  it('is a curve, and never a group that the server makes up', async () => {
    expect(await handshake('ECDHE-RSA-AES128-GCM-SHA256')).toBe('ECDHE-RSA-AES128-GCM-SHA256');
    expect(await handshake('DHE-RSA-AES128-GCM-SHA256')).toMatch(/^ERR_SSL_/);
  });
});
