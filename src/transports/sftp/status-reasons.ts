import type { TransportReason } from '../../delivery/transport-reasons.js';

/** What was asked of the server: a bare "failure" means something else for each. */
export type SftpStep =
  | 'list'
  | 'stat'
  | 'open to read'
  | 'read'
  | 'open to write'
  | 'write'
  | 'close'
  | 'rename'
  | 'remove';

/** Codes of later versions come from some servers, too. */
const NO_SUCH_FILE = [2, 10];
const PERMISSION_DENIED = [3, 12];
const CONNECTION = [6, 7];
const EXISTS = [11, 18];
const NO_SPACE = [14, 15];
const BUSY = [17, 27];

/**
 * The reason for a status that a server answered with. In version 3 of the protocol nearly everything is code 4, so the
 * server's own words are looked at: those of OpenSSH are bare, others say what it was.
 */
export function statusReason(step: SftpStep, code: number, text: string): TransportReason {
  if (NO_SUCH_FILE.includes(code)) return missing(step);
  if (PERMISSION_DENIED.includes(code)) return 'permission-denied';
  if (CONNECTION.includes(code)) return 'connection-lost';
  if (EXISTS.includes(code)) return 'target-exists';
  if (NO_SPACE.includes(code) || /no space|space left|disk(\s+is)? full|quota|enospc|edquot/i.test(text))
    return 'disk-full';
  if (/too (large|big)|efbig|file size limit|size limit/i.test(text)) return 'file-too-large';
  if (/name (is )?(too long|refused|invalid)|invalid (file ?)?name|enametoolong/i.test(text)) return 'name-refused';
  if (/no such|not found|does not exist/i.test(text)) return missing(step);
  if (/permission|denied|not allowed|forbidden|eacces|eperm|read.?only/i.test(text)) return 'permission-denied';
  if (/already exist|file exist|eexist|target exist/i.test(text)) return 'target-exists';
  if (BUSY.includes(code) || /busy|locked|in use|too many|try (again )?later/i.test(text)) return 'server-busy';
  if (/fault on this side|internal error/i.test(text)) return 'server-error';
  if (step === 'rename') return 'rename-refused';
  return code === 5 ? 'protocol-broken' : 'server-error';
}

function missing(step: SftpStep): TransportReason {
  // Without its directory a file can neither be made nor be listed.
  return step === 'list' || step === 'open to write' ? 'directory-missing' : 'file-missing';
}
