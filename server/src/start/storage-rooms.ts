import type { Services } from '../exchange/services.js';
import { AccountRoom } from '../resources/buckets/account-room.js';

/**
 * Room for what comes in: of objects, and of what lies on the disk of this machine until it is put. Where objects lie on the same disk the two are one,
 * so that both see what the other takes of it.
 */
export function storageRooms({
  config,
  store,
  clock,
}: Pick<Services, 'config' | 'store' | 'clock'>): Pick<Services, 'room' | 'spoolRoom'> {
  const { quotaBytes, reserveBytes } = config.storage;
  const disk = { folder: config.dataDir, reserveBytes };
  const spoolRoom = new AccountRoom({ store, clock, quotaBytes, disk });
  if (config.objectsUrl === undefined) return { room: spoolRoom, spoolRoom };
  return { room: new AccountRoom({ store, clock, quotaBytes, disk: undefined }), spoolRoom };
}
