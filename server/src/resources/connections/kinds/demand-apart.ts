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
