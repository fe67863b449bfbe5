import { createHash } from 'node:crypto';
import { isX12Error } from '../../src/model/error.js';
import { readCertificates } from '../../src/transports/as2/certificates/read-certificates.js';
import { CmsError } from '../../src/transports/as2/cms/cms-error.js';
import { decompress } from '../../src/transports/as2/cms/decompress.js';
import { openEnvelope } from '../../src/transports/as2/cms/open-envelope.js';
import { readSignedContent } from '../../src/transports/as2/cms/read-signed-content.js';
import { readSignature, type SignatureInfo, verifySignature } from '../../src/transports/as2/cms/verify.js';
import { createMemorySpool } from '../../src/transports/as2/spool/memory-spool.js';
import { type Octets, readOctets, type Spool } from '../../src/transports/as2/spool/octets.js';
import { type CmsInputs, CONTENT } from './cms-inputs.js';

/** Of content that is let in; what is written beyond it is a fault. */
const MAX_BYTES = 10_000;

/** How many readers took the input. */
export type CmsOutcome = 'taken' | 'refused';

/** Gives the input to everything that reads what partners send. @throws whatever is not one of the errors promised. */
export async function checkCms(bytes: Uint8Array, { identities }: CmsInputs, pieces: number): Promise<CmsOutcome> {
  const octets = cutOctets(bytes, pieces);
  const limits = { spool: boundedSpool(), maxBytes: MAX_BYTES };
  const readers: readonly (() => unknown)[] = [
    () => checkSignature(readSignature(bytes), identities),
    async () => {
      const { signature, digest, content } = await readSignedContent(octets, limits);
      const result = verifySignature(
        signature,
        digest,
        identities.map(({ certificate }) => certificate),
      );
      if (result.ok) await demandContent(content);
    },
    async () => {
      const { content, cipher } = await openEnvelope(octets, { ...limits, identities });
      if (cipher.endsWith('gcm')) await demandContent(content);
    },
    async () => demandSize(await decompress(octets, limits)),
    () => readCertificates(bytes),
  ];
  let taken = 0;
  for (const read of readers) {
    try {
      await read();
      taken++;
    } catch (error) {
      if (!(error instanceof CmsError) && !(isX12Error(error) && error.code === 'X12_OPTION_INVALID')) throw error;
    }
  }
  return taken > 0 ? 'taken' : 'refused';
}

function checkSignature(info: SignatureInfo, identities: CmsInputs['identities']): void {
  const other = createHash(info.digestAlgorithm).update('another content').digest();
  const result = verifySignature(
    info,
    other,
    identities.map(({ certificate }) => certificate),
  );
  if (result.ok) throw new Error('A signature fits content that was never signed.');
}

async function demandContent(content: Octets): Promise<void> {
  if (!CONTENT.equals(await readOctets(content, MAX_BYTES))) throw new Error('Other content came out than went in.');
}

function demandSize({ size }: Octets): void {
  if (size > MAX_BYTES) throw new Error('More came out than is allowed.');
}

function cutOctets(bytes: Uint8Array, size: number): Octets {
  return {
    size: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    },
  };
}

/** Complains of what the readers must not ask of it. */
function boundedSpool(): Spool {
  const inner = createMemorySpool();
  return {
    async create() {
      const writer = await inner.create();
      let size = 0;
      return {
        ...writer,
        write(bytes) {
          size += bytes.length;
          if (size > MAX_BYTES + 32) throw new Error('The spool gets more than is allowed.');
          return writer.write(bytes);
        },
      };
    },
  };
}
