import { describe, expect, it } from 'vitest';
import {
  formatNotificationOptions,
  parseNotificationOptions,
} from '../../../../src/transports/as2/mdn/notification-options.js';

describe('Disposition-Notification-Options', () => {
  it('is written in both spellings and read back', () => {
    expect(formatNotificationOptions(['sha256', 'sha1'])).toBe(
      'signed-receipt-protocol=optional, pkcs7-signature; signed-receipt-micalg=optional, sha-256, sha1',
    );
    const old = formatNotificationOptions(['sha512', 'sha384'], 'old');
    expect(old).toContain('micalg=optional, sha512, sha384');
    expect(parseNotificationOptions(old)).toEqual({
      signed: true,
      supported: true,
      micAlgorithms: ['sha512', 'sha384'],
      micUnsupported: false,
    });
  });

  it('is read as partners write it', () => {
    const read = (text: string) => parseNotificationOptions(text);
    expect(
      read('Signed-Receipt-Protocol=REQUIRED,pkcs7-signature;Signed-Receipt-MICalg=REQUIRED,SHA1,md5'),
    ).toMatchObject({
      supported: true,
      micAlgorithms: ['sha1'],
      micUnsupported: false,
    });
    expect(
      read('signed-receipt-protocol="optional", "pkcs7-signature"; signed-receipt-micalg="optional", "sha-256"'),
    ).toMatchObject({
      micAlgorithms: ['sha256'],
    });
    expect(read('signed-receipt-micalg=sha-384, SHA384').micAlgorithms).toEqual(['sha384']);
    expect(read('').signed).toBe(false);
    expect(read('x=y').signed).toBe(false);
  });

  it('says when a demand cannot be met, and passes over wishes that cannot', () => {
    expect(parseNotificationOptions('signed-receipt-micalg=required, md5, rsa-md5').micUnsupported).toBe(true);
    expect(parseNotificationOptions('signed-receipt-micalg=optional, md5')).toMatchObject({
      micUnsupported: false,
      micAlgorithms: [],
    });
    expect(parseNotificationOptions('signed-receipt-protocol=required, pgp-signature').supported).toBe(false);
    expect(parseNotificationOptions('signed-receipt-protocol=optional, pgp-signature').supported).toBe(true);
  });
});
