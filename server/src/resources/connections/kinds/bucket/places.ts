import { joinDirectories } from '../join-directories.js';
import type { KindPlaces } from '../kind.js';
import { refusedSetting } from '../refused-setting.js';
import type { BucketSettings } from './settings.js';

/** Where in its bucket files of such a connection come in, and where they go out; both are there, also while they are empty. */
export function bucketPlaces(settings: BucketSettings): KindPlaces {
  const { bucketName, parentDirectory, inboundSubdirectory: named, outboundSubdirectory } = settings;
  const inbound = named === undefined ? undefined : joinDirectories(parentDirectory, named);
  const outbound = joinDirectories(parentDirectory, outboundSubdirectory);
  return {
    outbound: placeOf(bucketName, outbound),
    inbound: inbound === undefined ? undefined : placeOf(bucketName, inbound),
    directories: [...(inbound === undefined ? [] : [inbound]), outbound],
  };
}

/** A directory, `''` for the bucket itself, as `connections.inbound_place` has it: what lies in it begins so. */
function placeOf(bucket: string, directory: string): string {
  return directory === '' ? `${bucket}/` : `${bucket}/${directory}/`;
}

/**
 * Whatever is put below the inbound directory comes in, in directories within it too: so neither of the two is within the other.
 * @throws Problem `invalid` where both are named and one is within the other.
 */
export function demandNotNested({ inboundSubdirectory, outboundSubdirectory }: Partial<BucketSettings>): void {
  if (inboundSubdirectory === undefined || outboundSubdirectory === undefined) return;
  const inbound = joinDirectories(inboundSubdirectory);
  const outbound = joinDirectories(outboundSubdirectory);
  if (!isWithin(inbound, outbound) && !isWithin(outbound, inbound)) return;
  throw refusedSetting('/inboundSubdirectory', 'must be no directory within outboundSubdirectory, nor around it');
}

/** Whether a directory is another or lies within it; both without slashes at the ends, `''` is around all. */
export function isWithin(directory: string, other: string): boolean {
  return other === '' || `${directory}/`.startsWith(`${other}/`);
}
