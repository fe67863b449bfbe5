import { ClientsDoing } from '../receiving/clients-doing.js';
import { type VirtualFilesCode, VirtualFilesError } from '../virtual-files/virtual-files.js';
import { TransferCut } from './move-file.js';
import type { Session } from './session.js';

const REPLIES: Readonly<Record<VirtualFilesCode, readonly [number, string]>> = {
  'not-found': [550, 'No such file or directory.'],
  exists: [553, 'The file exists.'],
  denied: [550, 'Permission denied.'],
  'not-a-directory': [550, 'Not a directory: no such directory.'],
  'is-a-directory': [550, 'Permission denied: it is a directory.'],
  'not-empty': [550, 'Permission denied: the directory is not empty.'],
  'in-use': [550, 'Permission denied: others need the directory.'],
  'no-space': [452, 'No space left.'],
  'too-large': [552, 'The file is larger than allowed.'],
  'name-refused': [553, 'The name is not allowed.'],
  failed: [451, 'A fault on this side.'],
};

/** Answers a failed command in the protocol's words, and reports our own faults to the listener. */
export function replyTo(session: Session, error: unknown): void {
  if (error instanceof TransferCut) {
    session.event('refused', { text: error.message });
    return session.control.reply(426, error.message);
  }
  const code = error instanceof VirtualFilesError ? error.code : 'failed';
  if (error instanceof ClientsDoing) session.event('refused', { text: error.why });
  else if (code === 'failed') session.event('fault', { text: faultText(error) });
  else if (code !== 'not-found' && code !== 'exists') session.event('refused', { text: code });
  session.control.reply(...REPLIES[code]);
}

/** The cause's own words are for the operator, never for the client. */
function faultText(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : 'A step failed.';
}
