/** Object identifiers of CMS and X.509, by what they name. */
export const OID = {
  // RFC 5652, 5083, 3274: content types
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  envelopedData: '1.2.840.113549.1.7.3',
  authEnvelopedData: '1.2.840.113549.1.9.16.1.23',
  compressedData: '1.2.840.113549.1.9.16.1.9',
  zlib: '1.2.840.113549.1.9.16.3.8',
  // RFC 5652: signed attributes
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  // RFC 8017, 5480: keys and signatures
  rsaEncryption: '1.2.840.113549.1.1.1',
  rsaOaep: '1.2.840.113549.1.1.7',
  mgf1: '1.2.840.113549.1.1.8',
  pSpecified: '1.2.840.113549.1.1.9',
  rsaPss: '1.2.840.113549.1.1.10',
  ecPublicKey: '1.2.840.10045.2.1',
  // X.520, RFC 5280: names and extensions
  commonName: '2.5.4.3',
  organizationName: '2.5.4.10',
  subjectKeyIdentifier: '2.5.29.14',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
} as const;
