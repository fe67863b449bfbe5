import type { ReceivingSettings } from './receiving-options.js';
import type { ReceivingProfile, ReceivingUser, UploadedFile } from './receiving-user.js';
import { Uploads } from './uploads.js';
import type { UserFiles } from './user-files.js';

/** What a user who has logged in has while a session lasts. */
export interface Visit {
  /** The user's name. */
  readonly user: string;
  readonly profile: ReceivingProfile | undefined;
  readonly onEvent: ReceivingUser['onEvent'];
  readonly files: UserFiles;
  readonly uploads: Uploads;
  /** May be called more than once. */
  leave(): void;
}

export interface Entry {
  readonly protocol: UploadedFile['protocol'];
  readonly maxSessions: number;
  /** Of the client. */
  readonly address: string;
}

/** `undefined`: the user has as many sessions as they may. */
export function enterHome(
  { homes, uploaded, isTemporary }: ReceivingSettings,
  user: ReceivingUser,
  { protocol, maxSessions, address }: Entry,
): Visit | undefined {
  const visit = homes.enter(user, maxSessions);
  if (visit === undefined) return undefined;
  const { files, leave } = visit;
  return {
    user: user.name,
    profile: user.profile,
    onEvent: user.onEvent,
    files,
    leave,
    uploads: new Uploads({ user: user.name, files, protocol, address, uploaded, isTemporary }),
  };
}
