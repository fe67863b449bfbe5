import type { SFTPWrapper } from 'ssh2';

/**
 * Makes a session take nothing after a packet that was no packet. The library refuses a length that is too large, and then, when
 * more comes before the channel is closed, makes room for that very length: up to 2 GB for 4 bytes.
 */
export function ignoreAfterError(sftp: SFTPWrapper): void {
  // What the library gives each piece of the channel's data to, and `null` at its end; its types leave that out.
  const taking = sftp as unknown as { push(data: Buffer | null): void };
  sftp.once('error', () => {
    const push = taking.push;
    taking.push = (data) => {
      if (data === null) push.call(sftp, null);
    };
  });
}
