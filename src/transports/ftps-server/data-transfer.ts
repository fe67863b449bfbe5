import type { TLSSocket } from 'node:tls';
import { TransferCut } from './move-file.js';
import type { Session } from './session.js';

/**
 * One transfer: takes the client's data connection, secures it, and demands that it resumes this session's TLS. `run` gives the
 * text of the confirmation. What `run` throws is thrown on, with the data connection closed.
 */
export async function withData(
  session: Session,
  text: string,
  run: (data: TLSSocket) => Promise<string>,
): Promise<void> {
  const { control, passive } = session;
  session.passive = undefined;
  if (!session.protectedData) {
    passive?.close();
    return control.reply(521, 'Say PROT P first: data is never sent in the clear.');
  }
  if (passive === undefined) return control.reply(425, 'Say EPSV or PASV first.');
  let aborted = false;
  let data: TLSSocket | undefined;
  session.abortTransfer = () => {
    aborted = true;
    passive.close();
    data?.destroy();
  };
  try {
    control.reply(150, text);
    data = await accept(session, () => passive.connection());
    if (data === undefined) return;
    if (aborted) throw new TransferCut('The transfer was aborted.');
    control.reply(226, await run(data));
  } catch (error) {
    throw aborted ? new TransferCut('The transfer was aborted.') : error;
  } finally {
    session.abortTransfer = undefined;
    passive.close();
    finish(data);
  }
}

/** `undefined`: refused, and said so. */
async function accept(
  session: Session,
  connection: () => ReturnType<NonNullable<Session['passive']>['connection']>,
): Promise<TLSSocket | undefined> {
  const { control } = session;
  const socket = await connection().catch(() => undefined);
  if (socket === undefined) {
    control.reply(425, 'The data connection did not come.');
    return undefined;
  }
  const data = await session.secureData(socket).catch(() => undefined);
  if (data === undefined) {
    session.event('refused', { text: 'A data connection without TLS.' });
    control.reply(522, 'The data connection was not secured.');
    return undefined;
  }
  if (session.settings.requireSessionReuse && !data.isSessionReused()) {
    session.event('refused', {
      text: 'A data connection that does not resume the TLS session of its control connection.',
    });
    control.reply(522, 'The data connection must resume the TLS session of the control connection.');
    data.destroy();
    return undefined;
  }
  return data;
}

/** Bytes on their way to the client are not cut off: the socket goes when the client has closed, or a little later. */
function finish(data: TLSSocket | undefined): void {
  if (data === undefined || data.destroyed) return;
  data.resume();
  data.end();
  const timer = setTimeout(() => data.destroy(), 5000);
  timer.unref();
  data.once('close', () => clearTimeout(timer));
}
