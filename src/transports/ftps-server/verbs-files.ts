import type { Visit } from '../receiving/visit.js';
import { VirtualFilesError } from '../virtual-files/virtual-files.js';
import { readTime, timeOf } from './list-formats.js';
import type { Session } from './session.js';
import type { Verb, Verbs } from './verb.js';

/** Commands about files and directories that need no data connection. */
export const FILE_VERBS: Verbs = {
  PWD: {
    needs: 'login',
    run: ({ control, directory }) => control.reply(257, `${quoted(directory)} is where you are.`),
  },
  CWD: onPath((session, _visit, path) => enter(session, path)),
  CDUP: { needs: 'login', run: (session) => enter(session, session.path('..')) },
  MKD: onPath(async ({ control }, visit, path) => {
    await visit.files.makeDirectory(path);
    control.reply(257, `${quoted(path)} was made.`);
  }),
  RMD: onPath(async (session, visit, path) => {
    await visit.files.removeDirectory(path);
    session.event('removed', { path });
    session.control.reply(250, 'Removed.');
  }),
  DELE: onPath(async (session, visit, path) => {
    await visit.files.remove(path);
    session.event('removed', { path });
    session.control.reply(250, 'Removed.');
  }),
  SIZE: onPath(async ({ control }, visit, path) => {
    const entry = await visit.files.stat(path);
    if (entry?.kind !== 'file') throw new VirtualFilesError(entry === undefined ? 'not-found' : 'is-a-directory');
    control.reply(213, String(entry.size));
  }),
  MDTM: onPath(async ({ control }, visit, path) => {
    const entry = await visit.files.stat(path);
    if (entry?.kind !== 'file') throw new VirtualFilesError(entry === undefined ? 'not-found' : 'is-a-directory');
    control.reply(213, timeOf(entry.modified));
  }),
  MFMT: { needs: 'login', argument: 'required', run: setModified },
  RNFR: onPath(async (session, visit, path) => {
    if ((await visit.files.stat(path)) === undefined) throw new VirtualFilesError('not-found');
    session.renameFrom = path;
    session.control.reply(350, 'To which name?');
  }),
  RNTO: onPath(rename),
};

/** A verb whose argument is a path in the user's home. */
function onPath(run: (session: Session, visit: Visit, path: string) => Promise<void>): Verb {
  return {
    needs: 'login',
    argument: 'required',
    run: async (session, argument) => {
      if (session.visit !== undefined) await run(session, session.visit, session.path(argument));
    },
  };
}

async function enter(session: Session, path: string): Promise<void> {
  const entry = await session.visit?.files.stat(path);
  if (entry?.kind !== 'directory') throw new VirtualFilesError(entry === undefined ? 'not-found' : 'not-a-directory');
  session.directory = path;
  session.control.reply(250, 'You are there.');
}

async function setModified(session: Session, argument: string): Promise<void> {
  const match = /^(\d{14}(?:\.\d+)?) (.+)$/.exec(argument);
  const modified = readTime(match?.[1] ?? '');
  if (match === null || modified === undefined) return session.control.reply(501, 'MFMT YYYYMMDDHHMMSS name.');
  await session.visit?.files.setModified(session.path(match[2] ?? ''), modified);
  session.control.reply(213, `Modify=${timeOf(modified)}; done.`);
}

async function rename(session: Session, { uploads }: Visit, to: string): Promise<void> {
  const from = session.renameFrom;
  session.renameFrom = undefined;
  if (from === undefined) return session.control.reply(503, 'Say RNFR first.');
  const completed = await uploads.rename(from, to);
  session.event('renamed', { path: to });
  if (completed) session.event('uploaded', { path: to });
  session.control.reply(250, 'Renamed.');
}

/** RFC 959: a quotation mark in a path is doubled. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
