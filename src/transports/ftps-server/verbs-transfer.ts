import { isIPv4 } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { UserFile } from '../receiving/user-file.js';
import { type DataConnection, withData } from './data-transfer.js';
import { receiveInto, sendFrom, TransferCut } from './move-file.js';
import { PassivePort } from './passive-port.js';
import type { Session } from './session.js';
import { says, type Verbs } from './verb.js';

/** Milliseconds after the end of an upload in which the end of a killed client's control connection shows as well. */
const SETTLE = 10;

/** Data connections, and files over them. */
export const TRANSFER_VERBS: Verbs = {
  EPSV: { needs: 'login', keepsRestart: true, run: extendedPassive },
  PASV: { needs: 'login', keepsRestart: true, run: passive },
  PORT: says('nothing', 502, 'Only passive mode.'),
  EPRT: says('nothing', 522, 'Only passive mode.'),
  TYPE: {
    needs: 'login',
    argument: 'required',
    keepsRestart: true,
    // Text is not converted either way: bytes stay as they are.
    run: ({ control }, type) =>
      /^(I|A( N)?|L 8)$/i.test(type) ? control.reply(200, 'As you like.') : control.reply(504, 'Only I and A.'),
  },
  MODE: { needs: 'login', run: ({ control }, mode) => only(control, mode, 'S') },
  STRU: { needs: 'login', run: ({ control }, structure) => only(control, structure, 'F') },
  ALLO: says('login', 202, 'Not needed.'),
  REST: {
    needs: 'login',
    argument: 'required',
    keepsRestart: true,
    run: (session, offset) => {
      if (!/^\d{1,15}$/.test(offset)) return session.control.reply(501, 'REST takes a number of bytes.');
      session.restartAt = Number(offset);
      session.control.reply(350, 'From there.');
    },
  },
  RETR: { needs: 'login', argument: 'required', run: retrieve },
  STOR: { needs: 'login', argument: 'required', run: (session, name) => store(session, name, session.restartAt) },
  APPE: { needs: 'login', argument: 'required', run: (session, name) => store(session, name, 'end') },
  ABOR: says('login', 226, 'Nothing goes on.'),
};

function only(control: Session['control'], value: string, allowed: string): void {
  if (value.toUpperCase() === allowed) control.reply(200, 'As always.');
  else control.reply(504, `Only ${allowed}.`);
}

async function extendedPassive(session: Session, argument: string): Promise<void> {
  if (argument.toUpperCase() === 'ALL') {
    session.onlyExtended = true;
    return session.control.reply(200, 'Only EPSV from here.');
  }
  const port = await openPort(session);
  if (port !== undefined) session.control.reply(229, `Come (|||${port}|)`);
}

async function passive(session: Session): Promise<void> {
  const address = (session.settings.passiveAddress ?? session.localAddress).replace(/^::ffff:(?=\d+\.)/i, '');
  if (session.onlyExtended || !isIPv4(address)) return session.control.reply(522, 'Use EPSV.');
  const port = await openPort(session);
  if (port === undefined) return;
  session.control.reply(227, `Come (${address.replaceAll('.', ',')},${port >> 8},${port & 255})`);
}

async function openPort(session: Session): Promise<number | undefined> {
  session.closePassive();
  const { settings, address, localAddress, control } = session;
  const opened = await PassivePort.open({
    local: localAddress,
    peer: address,
    ports: settings.passivePorts,
    timeout: settings.limits.dataTimeout,
    stranger: (from) => session.event('refused', { text: `A data connection from another address: ${from}` }),
  });
  if (opened === undefined) control.reply(425, 'No port is free.');
  else if (control.ended) opened.close();
  else session.passive = opened;
  return opened?.port;
}

async function retrieve(session: Session, name: string): Promise<void> {
  const path = session.path(name);
  const offset = session.restartAt;
  await withData(session, {
    direction: 'download',
    prepare: async () => session.visit?.files.openToRead(path),
    text: 'The file comes.',
    run: async ({ data }, file) => {
      await sendFrom(data, file, offset, session.settings.limits.stallTimeout);
      session.event('downloaded', { path });
      return 'That was all.';
    },
  });
}

async function store(session: Session, name: string, from: number | 'end'): Promise<void> {
  const { visit } = session;
  if (visit === undefined) return;
  const path = session.path(name);
  let offset = 0;
  await withData(session, {
    direction: 'upload',
    prepare: async () => {
      const before = from === 0 ? undefined : await visit.files.stat(path);
      offset = from === 'end' ? (before?.size ?? 0) : from;
      if (offset <= (before?.size ?? 0)) return visit.files.openToWrite(path, 'write');
      session.control.reply(554, 'The file is shorter than that.');
      return undefined;
    },
    text: 'Send it.',
    // What is not complete when it is closed is gone, unless its name is temporary: there it may be resumed.
    run: async (connection, file) => {
      // Not before the data connection stands: until then, an older file keeps its bytes.
      await file.truncate(offset);
      await receive(session, connection, file, offset);
      if (await visit.uploads.close(file)) session.event('uploaded', { path });
      return 'It is safe.';
    },
  });
}

/**
 * The end of the data connection means the whole file only where TLS said so: the end of TCP anyone on the way can make. From a partner
 * whose program does not say it, it may also mean that the client was killed: then its control connection ends in the same moment,
 * so a file is complete only if that one still stands.
 */
async function receive(
  session: Session,
  { data, endIsCertain }: DataConnection,
  file: UserFile,
  offset: number,
): Promise<void> {
  await receiveInto(data, file, offset, session.settings.limits.stallTimeout);
  const mayBeAbrupt = !session.settings.requireCloseNotify || session.visit?.profile === 'abrupt-end';
  if (!endIsCertain() && !mayBeAbrupt) throw new TransferCut(ABRUPT);
  if (!session.settings.receiving.isTemporary(file.path)) await wait(SETTLE);
  if (session.control.ended) throw new TransferCut('The client is gone.');
}

const ABRUPT = 'The data ended without the close_notify of TLS: it may have been cut. Send it again.';
