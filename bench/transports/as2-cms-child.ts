import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ContentCipher } from '../../src/transports/as2/agreement/algorithms.js';
import { readIdentity } from '../../src/transports/as2/certificates/read-certificates.js';
import { compress } from '../../src/transports/as2/cms/compress.js';
import { decompress } from '../../src/transports/as2/cms/decompress.js';
import { envelope } from '../../src/transports/as2/cms/envelope.js';
import { openEnvelope } from '../../src/transports/as2/cms/open-envelope.js';
import { signDigest } from '../../src/transports/as2/cms/sign.js';
import { readSignature, verifySignature } from '../../src/transports/as2/cms/verify.js';
import type { Octets } from '../../src/transports/as2/spool/octets.js';
import { createTemporarySpool } from '../../src/transports/as2/spool/temporary-spool.js';

/** What a process measures: one verb over the files in a directory. */
export interface CmsStep {
  readonly directory: string;
  readonly verb: 'seal' | 'open' | 'compress' | 'decompress';
  readonly cipher: ContentCipher;
}

export interface CmsStepResult {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

const step: CmsStep = JSON.parse(process.argv[2] ?? '');
const file = (name: string): string => join(step.directory, name);
const identity = readIdentity({
  certificate: readFileSync(file('cert.pem')),
  privateKey: readFileSync(file('key.pem')),
});
const spool = createTemporarySpool(step.directory);
const maxBytes = 1e11;

const verbs: Readonly<Record<CmsStep['verb'], () => Promise<void>>> = {
  async seal() {
    const content = octetsIn(file('content'));
    const digest = { algorithm: 'sha256', value: await digestOf(content) } as const;
    await pipeline([signDigest({ digest, identity, signingTime: new Date() })], createWriteStream(file('our.sig')));
    const recipients = [identity.certificate];
    const sealed = envelope(content, { recipients, cipher: step.cipher, keyTransport: 'rsa-pkcs1' });
    await pipeline(() => sealed.open(), createWriteStream(file('ours')));
  },
  async open() {
    const opened = await openEnvelope(octetsIn(file('ours')), { identities: [identity], spool, maxBytes });
    const info = readSignature(readFileSync(file('our.sig')));
    const result = verifySignature(info, await digestOf(opened.content), [identity.certificate]);
    if (!result.ok) throw new Error(result.reason);
    await opened.discard();
  },
  async compress() {
    const compressed = await compress(octetsIn(file('content')), { spool });
    await pipeline(() => compressed.open(), createWriteStream(file('compressed')));
  },
  async decompress() {
    await decompress(octetsIn(file('compressed')), { spool, maxBytes });
  },
};

const began = performance.now();
await verbs[step.verb]();
const seconds = (performance.now() - began) / 1000;
// Kilobytes on Linux and macOS alike, as Node gives it.
const result: CmsStepResult = { seconds, peakMegabytes: (process.resourceUsage().maxRSS * 1024) / 1e6 };
process.stdout.write(JSON.stringify(result));

function octetsIn(path: string): Octets {
  const { size } = statSync(path);
  return {
    size,
    open: (start = 0, end = size) => createReadStream(path, { start, end: end - 1, highWaterMark: 256 * 1024 }),
  };
}

async function digestOf(octets: Octets): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of octets.open()) hash.update(chunk);
  return hash.digest();
}
