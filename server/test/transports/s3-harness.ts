import { DeleteObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { TransportHarness } from 'ediloom/testing';
import { createMemoryJournal } from 'ediloom/transports';
import { s3Transport } from './s3-transport.js';

/** A partner in a bucket that has nothing yet: its outbox is `out`, its inbox `in`, below a directory of its own. */
export function s3Harness(
  client: S3Client,
  bucket: string,
  place: string,
  fault: NonNullable<TransportHarness['fault']>,
): TransportHarness {
  const journal = createMemoryJournal();
  const files = async (directory: string) => {
    const found: { name: string; bytes: Uint8Array }[] = [];
    // Looked at by the transport itself, and left.
    const inbound = { directory: `${place}/${directory}`, stableMs: 0 };
    const look = s3Transport({ client, bucket, connection: 'look', journal: createMemoryJournal(), inbound });
    for await (const file of look.receive()) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.open()) chunks.push(chunk);
      found.push({ name: file.name, bytes: Buffer.concat(chunks) });
    }
    return found;
  };
  return {
    transport: ({ existing } = {}) =>
      s3Transport({
        client,
        bucket,
        connection: 'partner',
        journal,
        outbound: { directory: `${place}/out`, existing },
        inbound: { directory: `${place}/in`, stableMs: 0 },
      }),
    arrived: () => files('out'),
    place: async (name, Body) =>
      void (await client.send(new PutObjectCommand({ Bucket: bucket, Key: `${place}/in/${name}`, Body }))),
    inbox: async () => (await files('in')).map(({ name }) => name),
    fault,
    close: async () => {
      for (const directory of ['in', 'out'])
        for (const { name } of await files(directory))
          await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: `${place}/${directory}/${name}` }));
    },
  };
}
