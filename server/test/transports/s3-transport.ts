import { Readable } from 'node:stream';
import * as s3 from '@aws-sdk/client-s3';
import { defineTransport } from 'ediloom/transports';

export const s3Transport = defineTransport<{ client: s3.S3Client; bucket: string }>({
  kind: 's3',
  options: { client: 'needed', bucket: 'needed' },
  open: ({ client, bucket: Bucket }) => ({
    async put(Key, bytes, { size: ContentLength, replace, contentType: ContentType, signal: abortSignal }) {
      const IfNoneMatch = replace ? undefined : '*';
      // Nothing is read ahead: what was read counts as sent.
      const Body = Readable.from(bytes, { highWaterMark: 0 });
      const put = { Bucket, Key, Body, ContentLength, ContentType, IfNoneMatch };
      await client.send(new s3.PutObjectCommand(put), { abortSignal });
    },
    async read(Key, { signal: abortSignal }) {
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key }), { abortSignal });
      return Body?.transformToWebStream() ?? [];
    },
    async *list(directory) {
      const Prefix = `${directory}/`;
      for await (const { Contents = [] } of s3.paginateListObjectsV2({ client }, { Bucket, Prefix, Delimiter: '/' }))
        for (const { Key = '', Size = 0, LastModified } of Contents)
          yield { name: Key.slice(Prefix.length), size: Size, modified: LastModified };
    },
    async stat(Key, { signal: abortSignal }) {
      const head = await client.send(new s3.HeadObjectCommand({ Bucket, Key }), { abortSignal });
      return { size: head.ContentLength ?? 0, modified: head.LastModified };
    },
    remove: (Key) => client.send(new s3.DeleteObjectCommand({ Bucket, Key })),
  }),
});
