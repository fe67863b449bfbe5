import { isTemporaryPath } from 'ediloom/transports/sftp-server';
import { uuid } from '../../ids.js';
import type { ArtifactStore } from '../../objects/artifacts.js';
import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import { connectionsReceivingAt } from '../connections/receiving-at.js';
import { type NewArrival, recordArrivals } from '../inbound/arrivals.js';
import { directoryOf } from './tree.js';

/** What writes down that objects have come. */
export type ArrivalNeeds = Pick<Platform, 'clock' | 'jobs' | 'payloads' | 'log'> & {
  readonly artifacts: Pick<ArtifactStore, 'insert' | 'ofObject'>;
};

/** An object that is whole under its key. */
export interface ArrivingObject {
  readonly bucket: string;
  readonly key: string;
  /** Name of its bytes, another for each put: by it the file is taken once, however often the object is moved to another key. */
  readonly objectName: string;
  readonly size: number;
  readonly sha256: string;
  /** Without quotation marks. */
  readonly etag: string;
  /** That has written it. */
  readonly executionId?: string | null | undefined;
  /** The connection that has delivered it: what goes out over it does not come in over it. */
  readonly over?: string | undefined;
}

/** What came of objects; those that lie below no inbound place are in neither list. */
export interface ArrivedObjects {
  readonly taken: readonly ArrivingObject[];
  /** All connections that would have taken them are disabled: whoever lets partners upload there refuses such an upload. */
  readonly left: readonly ArrivingObject[];
}

/**
 * Writes down those of the objects that lie below the inbound place of an enabled connection as files that came in over it, in the
 * transaction that puts them there, by whatever way that is. Of several inbound places above a file the innermost has it. Temporary names are
 * not files yet.
 * @param depth how many functions stand before it, as `Caller` has it.
 */
export async function recordArrivingObjects(
  services: ArrivalNeeds,
  queries: AccountQueries,
  objects: readonly ArrivingObject[],
  depth?: number,
): Promise<ArrivedObjects> {
  const whole = objects.filter(({ key }) => !isTemporaryKey(key));
  if (whole.length === 0) return { taken: [], left: [] };
  const { enabled, disabled } = await connectionsReceivingAt(queries, [...new Set(whole.flatMap(placesAbove))]);
  const arrivals: NewArrival[] = [];
  const taken: ArrivingObject[] = [];
  const left: ArrivingObject[] = [];
  for (const object of whole) {
    const places = placesAbove(object);
    const place = places.findLast((one) => enabled.has(one)) ?? places.findLast((one) => disabled.has(one));
    if (place === undefined || isTemporary(object, place)) continue;
    const connection = enabled.get(place);
    if (connection === undefined) left.push(object);
    else if (connection.id !== object.over) {
      taken.push(object);
      arrivals.push({ ...arrivalOf(services, connection, object), depth });
    }
  }
  if (arrivals.length > 0) await recordArrivals(services, queries, arrivals);
  return { taken, left };
}

/** Whether a key is what uploads are called while they are under way. */
export function isTemporaryKey(key: string): boolean {
  return isTemporaryPath(key.slice(key.lastIndexOf('/') + 1));
}

/** By its path below the inbound place: partners have no say in what the directories above that are called. */
function isTemporary({ bucket, key }: ArrivingObject, place: string): boolean {
  return isTemporaryPath(`${bucket}/${key}`.slice(place.length));
}

/** Every directory above an object, from the bucket down, as `connections.inbound_place` has them. */
function placesAbove({ bucket, key }: ArrivingObject): readonly string[] {
  const whole = `${bucket}/${key}`;
  return [...whole.matchAll(/\//g)].map(({ index }) => whole.slice(0, index + 1));
}

function arrivalOf({ artifacts }: ArrivalNeeds, connection: Connections, object: ArrivingObject): NewArrival {
  const { key, objectName } = object;
  const executionId = uuid();
  const directory = directoryOf(key);
  const name = key.slice(directory === '' ? 0 : directory.length + 1);
  const input = artifacts.ofObject(
    { model: 'execution', ownerId: executionId, usage: 'input', type: 'application/octet-stream', name },
    object,
  );
  return { connection, payloadId: objectName, executionId, directory, name, input };
}
