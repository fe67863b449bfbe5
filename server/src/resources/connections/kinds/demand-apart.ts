import type { JsonObject } from '../for-kinds.js';
import { joinDirectories } from './join-directories.js';
import { refusedSetting } from './refused-setting.js';

/**
 * What goes out must not lie where what comes in is looked for, or our own files would come back as the partner's.
 * @throws Problem `invalid` where both directories are named and are one.
 */
export function demandApart({ inboundSubdirectory, outboundSubdirectory }: JsonObject): void {
  if (typeof inboundSubdirectory !== 'string' || typeof outboundSubdirectory !== 'string') return;
  if (joinDirectories(inboundSubdirectory) !== joinDirectories(outboundSubdirectory)) return;
  throw refusedSetting('/inboundSubdirectory', 'must be another directory than outboundSubdirectory');
}

/**
 * Files that were picked up must not lie where they are looked for, nor what goes out where no directory is named for it.
 * @throws Problem `invalid`.
 */
export function demandPolledApart({
  inboundSubdirectory,
  outboundSubdirectory,
  archiveSubdirectory,
  ...rest
}: JsonObject): void {
  if (typeof inboundSubdirectory !== 'string') return;
  const inbound = joinDirectories(inboundSubdirectory);
  if (outboundSubdirectory === undefined && inbound === '')
    throw refusedSetting('/inboundSubdirectory', 'must be below the root directory, which is where files are put');
  if (typeof archiveSubdirectory !== 'string') return;
  if (joinDirectories(archiveSubdirectory) === inbound)
    throw refusedSetting('/archiveSubdirectory', 'must be another directory than inboundSubdirectory');
  if (rest.deleteAfterRetrieval === true)
    throw refusedSetting('/archiveSubdirectory', 'must be left out where deleteAfterRetrieval is true');
}
