import { isoTime } from '../../clock.js';
import { uuid } from '../../ids.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Buckets } from '../../store/bucket-tables.js';
import { depthsOfExecutions } from '../executions/depths.js';
import { type Cause, type CauseNeeds, causeInvocations } from '../functions/cause-invocations.js';
import { notificationsOf } from './notifications.js';

/** How an object came to be there, as S3 calls it. */
export type Made = 'Put' | 'Copy' | 'CompleteMultipartUpload';

/** An object that was put, as its notification tells it. */
export interface NotifiedObject {
  readonly bucket: string;
  readonly key: string;
  readonly size: number;
  /** Without quotation marks. */
  readonly etag: string;
  /** That has written it: functions that have caused that stand before it, too. */
  readonly executionId?: string | null | undefined;
}

/** What is known of the puts of one commit. */
export interface NotifiedPuts {
  /** By their names. */
  readonly buckets: ReadonlyMap<string, Pick<Buckets, 'mode' | 'notifications'>>;
  readonly made: Made;
  /** How many functions stand before them, each of which has caused the next. */
  readonly depth: number;
}

/**
 * Has the functions hear of objects that the notifications of their buckets name, in the transaction that puts them there. Most buckets name none:
 * those cost nothing.
 */
export async function notifyFunctions(
  services: CauseNeeds,
  queries: AccountQueries,
  objects: readonly NotifiedObject[],
  { buckets, made, depth }: NotifiedPuts,
): Promise<void> {
  const about = { made, at: services.clock.now(), accountId: queries.accountId };
  const told = objects.filter(({ bucket }) => (buckets.get(bucket)?.notifications ?? null) !== null);
  const depths = await depthsOfExecutions(
    queries,
    told.flatMap(({ executionId }) => executionId ?? []),
  );
  const causes = told.flatMap((object): readonly Cause[] => {
    const bucket = buckets.get(object.bucket);
    if (bucket === undefined) return [];
    const event = notificationOf(object, about);
    const before = Math.max(depth, depths.get(object.executionId ?? '') ?? 0);
    const cause = { mode: bucket.mode, source: 'bucket' as const, depth: before, event };
    return notificationsOf(bucket.notifications).functions.map(({ functionName }) => ({ ...cause, functionName }));
  });
  await causeInvocations(services, queries, causes);
}

/** The notification of S3, by which handlers that were written for it know the object. What is not known here is there and says nothing, as libraries demand it. */
function notificationOf(
  { bucket, key, size, etag }: NotifiedObject,
  { made, at, accountId }: { readonly made: Made; readonly at: number; readonly accountId: string },
): string {
  // Of two puts of one key the later has the greater one, compared as text.
  const sequencer = uuid().replaceAll('-', '').toUpperCase();
  const owner = { principalId: accountId };
  const record = {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: 'local',
    eventTime: isoTime(at),
    eventName: `ObjectCreated:${made}`,
    userIdentity: owner,
    requestParameters: { sourceIPAddress: '0.0.0.0' },
    responseElements: { 'x-amz-request-id': '', 'x-amz-id-2': '' },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: 'notifications',
      bucket: { name: bucket, ownerIdentity: owner, arn: `arn:aws:s3:::${bucket}` },
      object: { key: encodedKey(key), size, eTag: etag, sequencer },
    },
  };
  return JSON.stringify({ Records: [record] });
}

/** As S3 writes keys there: slashes stay, a space is `+`. Handlers put spaces for `+`, and decode. */
function encodedKey(key: string): string {
  const left = encodeURIComponent(key).replace(/[!'()]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return left.replaceAll('%20', '+').replaceAll('%2F', '/');
}
