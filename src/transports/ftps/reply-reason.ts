import type { TransportReason } from '../../delivery/transport-reasons.js';

/** What was being done when the server said no. */
export type FtpsStep = 'connect' | 'start TLS' | 'log in' | 'list' | 'look' | 'read' | 'write' | 'rename' | 'remove';

/** What the words beside 550 and alike say: the code alone means "no". */
export type RefusalWord = 'missing' | 'denied' | 'exists';

/** `undefined`: the words do not say; look. The words are those of vsftpd, ProFTPD, Pure-FTPd, FileZilla Server, IIS, z/OS, Titan. */
export function refusalWord(text: string): RefusalWord | undefined {
  if (
    /no such|not (be )?found|file existence|not exist|n't exist|cannot find|can't find|not a (plain|regular) file/i.test(
      text,
    )
  )
    return 'missing';
  if (/permission|denied|not allowed|forbidden|read.?only|not permitted|privilege|unauthori[sz]ed/i.test(text))
    return 'denied';
  if (/exists?\b/i.test(text)) return 'exists';
  return undefined;
}

/** The reason behind a reply of 400 and above, as far as code and step say; `undefined` for 550 and 553, where the step has to look. */
export function reasonOfReply(step: FtpsStep, code: number, text: string): TransportReason | undefined {
  if (step === 'start TLS' && code !== 421) return 'tls-unsupported';
  if (code === 120) return 'server-busy';
  if (code === 421) return step === 'connect' || step === 'log in' || isBusy(text) ? 'server-busy' : 'connection-lost';
  if (code === 430 || code === 530 || code === 332) return isBusy(text) ? 'server-busy' : 'authentication-failed';
  if (code === 425 || code === 522) return demandsReuse(text) ? 'algorithms-differ' : 'server-error';
  if (code === 426) return 'connection-lost';
  if (code === 450) return 'server-busy';
  if (code === 452 || /no space|disk full|quota/i.test(text)) return 'disk-full';
  if (code === 552) return /large|size|limit/i.test(text) ? 'file-too-large' : 'disk-full';
  if (code >= 533 && code <= 536) return 'algorithms-differ';
  if (code === 532) return 'authentication-failed';
  if (code === 550 || code === 551 || code === 553) return undefined;
  if (code >= 500 && code <= 504) return 'protocol-broken';
  return code >= 500 ? 'permission-denied' : 'server-error';
}

/** Servers refuse a data connection that does not resume the control connection's TLS session in these words. */
function demandsReuse(text: string): boolean {
  return /reuse|resum|session/i.test(text);
}

function isBusy(text: string): boolean {
  return /too many|maximum|max\b|limit|busy/i.test(text);
}
