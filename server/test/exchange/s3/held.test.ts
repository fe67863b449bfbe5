import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, it, vi } from 'vitest';
import type { ObjectStore } from '../../../src/objects/object-store.js';
import { s3World } from '../../support/s3-world.js';

const place = { Bucket: 'files', Key: 'big' };

/** An upload of one part, whose joining begins and does not end before it is let. */
async function joiningWorld(placesOfAccount: number) {
  let letJoin: () => void = () => undefined;
  const isLet = new Promise<void>((resolve) => (letJoin = resolve));
  let joins = 0;
  const waiting = ({ objects }: { readonly objects: ObjectStore }) => {
    const get: ObjectStore['get'] = async (...asked) => {
      joins++;
      await isLet;
      return objects.get(...asked);
    };
    return { objects: Object.assign(Object.create(objects) as ObjectStore, { get }) };
  };
  const world = await s3World({ parts: waiting }, { placesOfAccount });
  const client = world.client(await world.key());
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
  const part = { ...place, UploadId, PartNumber: 1 };
  const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: Buffer.from('abc') }));
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  return {
    client,
    letJoin,
    joins: () => joins,
    complete: (abortSignal?: AbortSignal) =>
      client.send(
        new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload }),
        abortSignal === undefined ? {} : { abortSignal },
      ),
  };
}

describe('an upload that is completed', () => {
  it('has a place of its account until it is joined, though its client has left', async () => {
    const { client, letJoin, joins, complete } = await joiningWorld(1);
    const left = new AbortController();
    const completed = complete(left.signal);
    completed.catch(() => undefined);
    await expect.poll(joins).toBe(1);
    left.abort();
    await expect(completed).rejects.toMatchObject({ name: 'AbortError' });
    const list = () =>
      client.send(new ListBucketsCommand({})).then(
        () => 'served',
        ({ name }: Error) => name,
      );
    // Long enough for the server to see that the client has left.
    for (let times = 0; times < 20; times++) expect(await list()).toBe('SlowDown');
    letJoin();
    await expect.poll(list).toBe('served');
    expect((await client.send(new HeadObjectCommand(place))).ContentLength).toBe(3);
  });

  it('is joined once, however often it is completed at the same time', async () => {
    const { letJoin, joins, complete } = await joiningWorld(100);
    const all = Array.from({ length: 20 }, () => complete());
    await expect.poll(joins).toBeGreaterThan(0);
    letJoin();
    const etags = (await Promise.all(all)).map(({ ETag }) => ETag);
    expect(new Set(etags).size).toBe(1);
    expect(joins()).toBe(1);
  });
});

it('XML is read for one request of an account at a time, as what is read of it takes many times its bytes', async () => {
  const world = await s3World();
  const client = world.client(await world.key());
  const { heavyTurns } = world.services;
  const runSteps = heavyTurns.runSteps.bind(heavyTurns);
  let [atOnce, most] = [0, 0];
  vi.spyOn(heavyTurns, 'runSteps').mockImplementation(async (accountId, work) => {
    most = Math.max(most, ++atOnce);
    try {
      return await runSteps(accountId, work);
    } finally {
      atOnce--;
    }
  });
  const Objects = Array.from({ length: 1000 }, (_, at) => ({ Key: `${'k'.repeat(100)}${at}` }));
  const remove = () => client.send(new DeleteObjectsCommand({ Bucket: 'files', Delete: { Objects, Quiet: true } }));
  await Promise.all(Array.from({ length: 10 }, remove));
  expect(most).toBe(1);
});
