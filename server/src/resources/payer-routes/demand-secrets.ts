import { createSecureContext } from 'node:tls';
import { invalid } from '../../problems.js';

/** That a certificate can be shown with the key that the route has. @throws Problem `invalid`, without a word of either. */
export function demandKey(clientCertificate: string, clientKey: string | undefined): void {
  const path = '/connection/clientCertificate';
  if (clientKey === undefined) throw refused(path, 'The certificate has no key: give it as the secret clientKey.');
  try {
    createSecureContext({ cert: clientCertificate, key: clientKey });
  } catch {
    throw refused(path, 'The certificate is no PEM, or the secret clientKey does not belong to it: give both.');
  }
}

/** @throws Problem `invalid` */
export function demandPassword(password: string | undefined): void {
  if (password === undefined) {
    throw refused('/connection/username', 'It has no password: give it as the secret password.');
  }
}

function refused(path: string, message: string) {
  return invalid('The route cannot be used as it is.', { code: 'VALIDATION_FAILED', errors: [{ path, message }] });
}
