import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { TAG } from '../../../../src/transports/as2/cms/der.js';
import { readSignedContent } from '../../../../src/transports/as2/cms/read-signed-content.js';
import { signDigest } from '../../../../src/transports/as2/cms/sign.js';
import { verifySignature } from '../../../../src/transports/as2/cms/verify.js';
import { createMemorySpool } from '../../../../src/transports/as2/spool/memory-spool.js';
import { newIdentity } from '../identities.js';
import { asBer } from './ber.js';
import { opaque } from './opaque.js';
import { bytesOf, inPieces } from './pieces.js';

const identity = await newIdentity();
const content = Buffer.from('ISA*00*'.repeat(50));
const spool = createMemorySpool();

it.each([
  ['DER', opaque(detached(content), content)],
  // Attributes are signed as DER and sent as that.
  ['BER', asBer(opaque(detached(content), content), 20, TAG.set)],
])('reads and verifies content that is in the signature, in %s', async (_, bytes) => {
  const read = await readSignedContent(inPieces(bytes, 13), { spool, maxBytes: 1000 });
  expect(content.equals(await bytesOf(read.content))).toBe(true);
  expect(verifySignature(read.signature, read.digest, [identity.certificate])).toMatchObject({ ok: true });
});

it('tells changed content, and stops at the limit', async () => {
  const bytes = Buffer.from(opaque(detached(content), content));
  bytes[bytes.indexOf('ISA')] = 0x20;
  const read = await readSignedContent(inPieces(bytes, 13), { spool, maxBytes: 1000 });
  expect(verifySignature(read.signature, read.digest, [identity.certificate])).toEqual({
    ok: false,
    reason: 'digest-differs',
  });
  await expect(readSignedContent(inPieces(bytes, 13), { spool, maxBytes: 100 })).rejects.toMatchObject({
    code: 'too-large',
  });
  await expect(readSignedContent(inPieces(bytes.subarray(0, -1), 13), { spool, maxBytes: 1000 })).rejects.toMatchObject(
    {
      code: 'malformed',
    },
  );
});

it('says so where the content is not there', async () => {
  await expect(readSignedContent(inPieces(detached(content), 99), { spool, maxBytes: 1000 })).rejects.toMatchObject({
    code: 'malformed',
  });
});

function detached(bytes: Uint8Array): Uint8Array {
  const value = createHash('sha256').update(bytes).digest();
  return signDigest({ digest: { algorithm: 'sha256', value }, identity, signingTime: new Date(0) });
}
