import { list, oneOf, type Properties, secret, string, text } from './schema-node.js';

const VERSIONS = ['TLSv1.2', 'TLSv1.3'];

/** Whom TLS trusts, and as whom it shows itself. */
export const TLS: Properties = {
  ca: text('Authorities in PEM, in place of those that Node ships.'),
  fingerprints: list(
    string('SHA-256, 64 hexadecimal digits; colons allowed.'),
    'One of which the certificate of the server must have, whoever signed it.',
  ),
  servername: string('Name in the certificate, where it is not the host.'),
  certificate: text('Our own certificate in PEM, for servers that ask for one.'),
  privateKey: secret('Its key in PEM.'),
  passphrase: secret('Opens the key.'),
  minVersion: oneOf(VERSIONS, 'Default TLSv1.2.'),
  maxVersion: oneOf(VERSIONS, 'Default the newest.'),
};
