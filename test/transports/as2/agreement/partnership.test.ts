import { inspect } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { completePartnership } from '../../../../src/transports/as2/agreement/complete-partnership.js';
import type { PartnershipSettings } from '../../../../src/transports/as2/agreement/partnership.js';
import type { Identity } from '../../../../src/transports/as2/certificates/certificate.js';
import {
  activeCertificates,
  activeIdentities,
} from '../../../../src/transports/as2/certificates/certificate-windows.js';
import { newIdentity } from '../identities.js';

let ours: Identity;
beforeAll(async () => {
  ours = await newIdentity({ key: 'ec' });
});

function problems(settings: object): readonly string[] {
  // What comes from a file may be anything: this is what the check is for.
  const completed = completePartnership(settings as PartnershipSettings);
  return completed.ok ? [] : completed.problems.map(({ path }) => path);
}

const IDS = { ourId: 'US', partnerId: 'THEM' };

describe('partnership', () => {
  it('has its defaults', () => {
    const completed = completePartnership(IDS);
    expect(completed).toMatchObject({
      ok: true,
      partnership: {
        ...IDS,
        outbound: {
          sign: 'sha256',
          encrypt: 'aes256-cbc',
          keyTransport: 'rsa-pkcs1',
          compress: 'none',
          contentTransferEncoding: 'binary',
        },
        mdn: { mode: 'sync', signed: true, micAlgorithms: ['sha256'], waitMinutes: 16, notifyTo: 'US' },
        inbound: { requireSigned: true, requireEncrypted: true, acceptSha1: false, duplicateDays: 30 },
      },
    });
  });

  it('asks for the MIC by the digest it signs with', () => {
    const completed = completePartnership({ ...IDS, outbound: { sign: 'sha512' } });
    expect(completed.ok && completed.partnership.mdn.micAlgorithms).toEqual(['sha512']);
  });

  it.each([
    [{}, ['ourId', 'partnerId']],
    [{ ourId: 'A', partnerId: 'A' }, ['partnerId']],
    [{ ...IDS, ourId: 'caf\xe9' }, ['ourId']],
    [
      { ...IDS, outbound: { sign: 'md5', encrypt: 'rc4', compress: true } },
      ['outbound.sign', 'outbound.encrypt', 'outbound.compress'],
    ],
    [{ ...IDS, outbound: { headers: { 'AS2-To': 'x' } } }, ['outbound.headers']],
    [{ ...IDS, outbound: { headers: { 'X-A': 'a\r\nX-B: b' } } }, ['outbound.headers.X-A']],
    [{ ...IDS, outbound: { contentType: 'x\r\ny' } }, ['outbound.contentType']],
    [{ ...IDS, outbound: { messageIdFormat: 'always@us' } }, ['outbound.messageIdFormat']],
    [{ ...IDS, mdn: { mode: 'async' } }, ['mdn.url']],
    [{ ...IDS, mdn: { url: 'mailto:a@b' } }, ['mdn.url']],
    [{ ...IDS, mdn: { micAlgorithms: [], waitMinutes: -1 } }, ['mdn.waitMinutes', 'mdn.micAlgorithms']],
    [{ ...IDS, mdn: { micAlgorithms: ['md5'] } }, ['mdn.micAlgorithms']],
    [
      { ...IDS, inbound: { requireSigned: 'no', requireSinged: true } },
      ['inbound.requireSigned', 'inbound.requireSinged'],
    ],
    [{ ...IDS, inbound: [] }, ['inbound']],
    [{ ...IDS, url: 'https://them/as2' }, ['identities', 'certificates']],
    [{ ...IDS, url: 'https://them/as2', outbound: { sign: 'none', encrypt: 'none' } }, []],
    [{ ...IDS, identities: [{}], certificates: 'pem' }, ['certificates', 'identities.0']],
    [{ ...IDS, color: 'red' }, ['color']],
  ])('says where %j is wrong', (settings, paths) => {
    expect([...problems(settings)].sort()).toEqual([...paths].sort());
  });

  it('shows no key when it is looked at', () => {
    const completed = completePartnership({ ...IDS, identities: [{ identity: ours }] });
    const secret = ours.privateKey.export({ format: 'jwk' }).d ?? '';
    expect(secret.length).toBeGreaterThan(10);
    expect(inspect(completed, { depth: 20, showHidden: true })).not.toContain(secret);
    expect(JSON.stringify(completed)).not.toContain(secret);
  });
});

describe('certificates by day', () => {
  it('are the newest that are active, and of the use wanted', async () => {
    const day = (number: number): Date => new Date(Date.UTC(2026, 0, number));
    const [old, next, later] = await Promise.all(
      [1, 5, 9].map((number) => newIdentity({ key: 'ec', validFrom: day(number), days: 6 })),
    );
    if (!old || !next || !later) throw new Error('not made');
    const entries = [old, next, later].map((identity) => ({ identity }));
    expect(activeIdentities(entries, 'signing', day(6))).toEqual([next, old]);
    expect(activeIdentities(entries, 'signing', day(8))).toEqual([next]);
    expect(activeIdentities(entries, 'signing', day(30))).toEqual([]);
    const windows = [
      { identity: old, activeUntil: day(4) },
      { identity: next, activeFrom: day(7) },
    ];
    expect(activeIdentities(windows, 'signing', day(3))).toEqual([old]);
    expect(activeIdentities(windows, 'signing', day(4))).toEqual([]);
    expect(activeIdentities(windows, 'signing', day(7))).toEqual([next]);
    const uses = [{ certificate: old.certificate, use: 'signing' as const }, { certificate: next.certificate }];
    expect(activeCertificates(uses, 'encryption', day(5))).toEqual([next.certificate]);
    expect(activeCertificates(uses, 'signing', day(5))).toHaveLength(2);
  });
});
