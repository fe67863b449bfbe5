import type { X509Certificate } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { FtpsSettings } from './ftps-options.js';
import { offered } from './trust.js';

/** Bytes of a greeting before it is taken for something else. */
const MAX_GREETING = 8192;

/**
 * The certificate that the server shows, whether trusted or not: to find the pinned one, and to report what was refused. A
 * connection of its own that ends right after the handshake; no login or data ever goes over it, so nothing is verified here.
 */
export async function seeCertificate(
  settings: FtpsSettings,
  signal?: AbortSignal,
): Promise<X509Certificate | undefined> {
  const { address, port, family, mode, connectTimeout } = settings;
  const socket = connect({ host: address, port, ...(family === undefined ? {} : { family }) });
  // For all of it: a byte now and then is no greeting.
  const late = setTimeout(
    () => socket.destroy(Object.assign(new Error('No answer.'), { code: 'ETIMEDOUT' })),
    connectTimeout,
  );
  const abort = () => socket.destroy(new Error('Aborted.'));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    if (mode === 'explicit') {
      await reply(socket, '220');
      socket.write('AUTH TLS\r\n');
      await reply(socket, '234');
    }
    return await shakeHands(socket, settings);
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', abort);
    socket.destroy();
  }
}

/** Waits for the last line of a reply with this code. */
function reply(socket: Socket, code: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const settle = (error?: Error) => {
      socket.off('data', data).off('error', settle).off('close', close);
      socket.pause();
      if (error === undefined) resolve();
      else reject(error);
    };
    const data = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const last = /^(\d{3})(?: .*)?\r?\n/m.exec(text);
      if (last !== null) settle(last[1] === code ? undefined : new Error('The server does not offer TLS.'));
      else if (text.length > MAX_GREETING) settle(new Error('The greeting has no end.'));
    };
    const close = () => settle(new Error('The server closed the connection.'));
    socket.on('data', data).on('error', settle).on('close', close);
    socket.resume();
  });
}

function shakeHands(socket: Socket, settings: FtpsSettings): Promise<X509Certificate | undefined> {
  return new Promise((resolve, reject) => {
    const secure = connectTls({ ...offered(settings), socket, rejectUnauthorized: false });
    secure.once('secureConnect', () => {
      resolve(secure.getPeerX509Certificate());
      secure.destroy();
    });
    secure.on('error', reject);
    secure.once('close', () => reject(new Error('The server closed the connection.')));
  });
}
