import { longLine } from '../receiving/long-line.js';
import { type VirtualEntry, VirtualFilesError } from '../virtual-files/virtual-files.js';
import { splitPath } from '../virtual-files/virtual-path.js';
import { withData } from './data-transfer.js';
import { factsLine } from './list-formats.js';
import { sendLines } from './move-file.js';
import type { Session } from './session.js';
import type { Verb, Verbs } from './verb.js';

/** Commands that list what is in a directory. */
export const LISTING_VERBS: Verbs = {
  MLSD: {
    needs: 'login',
    run: async (session, argument) => {
      const entry = await demandEntry(session, argument);
      if (entry.kind !== 'directory') return session.control.reply(501, 'Not a directory.');
      await list(session, argument, (entries) => entries.map((item) => factsLine(item)));
    },
  },
  MLST: {
    needs: 'login',
    run: async (session, argument) => {
      const path = session.path(argument);
      const entry = await demandEntry(session, argument);
      session.control.reply(250, 'Facts:', [factsLine(entry, path)]);
    },
  },
  LIST: ofEntries((entries, user) => {
    const now = Date.now();
    return entries.map((entry) => longLine(entry, user, now));
  }),
  NLST: ofEntries((entries) => entries.map(({ name }) => name)),
};

type LinesOf = (entries: readonly VirtualEntry[], user: string) => Iterable<string>;

/** LIST and NLST take a file too, and options of `ls` that say nothing here. */
function ofEntries(linesOf: LinesOf): Verb {
  return {
    needs: 'login',
    run: (session, argument) => list(session, argument.replace(/^(-\w* ?)+/, ''), linesOf),
  };
}

async function list(session: Session, argument: string, linesOf: LinesOf): Promise<void> {
  await withData(session, {
    direction: 'download',
    prepare: async () => ({ entries: await entriesOf(session, argument), close: async () => {} }),
    text: 'The listing comes.',
    run: async ({ data }, { entries }) => {
      await sendLines(data, linesOf(entries, session.visit?.user ?? ''), session.settings.limits.stallTimeout);
      return 'That was all.';
    },
  });
}

/** What is in a directory, or the one file. */
async function entriesOf(session: Session, argument: string): Promise<readonly VirtualEntry[]> {
  const entry = await demandEntry(session, argument);
  if (entry.kind !== 'directory') return [entry];
  return (await session.visit?.files.list(session.path(argument))) ?? [];
}

async function demandEntry(session: Session, argument: string): Promise<VirtualEntry> {
  const path = session.path(argument);
  const entry = await session.visit?.files.stat(path);
  if (entry === undefined) throw new VirtualFilesError('not-found');
  return { ...entry, name: splitPath(path).name || '/' };
}
