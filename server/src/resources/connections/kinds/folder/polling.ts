import { createDirectoryTransport, type InboundSettings } from 'ediloom/transports';
import { joinDirectories } from '../join-directories.js';
import type { InboundTransport, OpenContext, PollPlan, PollRound } from '../kind.js';
import type { FolderSettings } from './settings.js';

/** Milliseconds between looks at a directory of this machine. */
const EVERY = 15_000;

/** A folder is looked into where it says what comes in. */
export function folderPlan({ inboundSubdirectory, filterPattern }: FolderSettings): PollPlan | undefined {
  return inboundSubdirectory === undefined ? undefined : { everyMs: EVERY, filterPattern, ignoreTimes: false };
}

export function openFolderInbox(
  { root, inboundSubdirectory, archiveSubdirectory, deleteAfterRetrieval }: FolderSettings,
  { connectionId, journal, clock }: OpenContext,
  round: PollRound,
): InboundTransport {
  const inbound: InboundSettings = {
    directory: `/${joinDirectories(inboundSubdirectory)}`,
    ...(archiveSubdirectory === undefined
      ? { afterAccept: deleteAfterRetrieval === true ? 'remove' : 'leave' }
      : { archiveDirectory: `/${joinDirectories(archiveSubdirectory)}` }),
    ...round,
  };
  return createDirectoryTransport({
    root,
    connection: connectionId,
    journal,
    inbound,
    now: () => new Date(clock.now()),
  });
}
