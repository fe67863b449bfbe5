/** Digests for signatures and MICs. sha1 only for partners that know no other; md5 never. */
export type DigestAlgorithm = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/** Ciphers of the content. GCM is authenticated (AuthEnvelopedData); send it only to partners that ask for it. */
export type ContentCipher =
  | '3des'
  | 'aes128-cbc'
  | 'aes192-cbc'
  | 'aes256-cbc'
  | 'aes128-gcm'
  | 'aes192-gcm'
  | 'aes256-gcm';

/** How the content key is encrypted for the receiver's RSA key. */
export type KeyTransport = 'rsa-pkcs1' | 'rsa-oaep';
