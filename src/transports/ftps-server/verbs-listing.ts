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
  const user = session.visit?.user ?? '';
  await withData(session, {
    direction: 'download',
    prepare: () => beginListing(session, argument),
    text: 'The listing comes.',
    run: async ({ data }, listing) => {
      const lines = linesOfAll(listing, (entries) => linesOf(entries, user));
      await sendLines(data, lines, session.settings.limits.stallTimeout);
      return 'That was all.';
    },
  });
}

interface Listing {
  readonly first: readonly VirtualEntry[];
  readonly more: AsyncIterable<readonly VirtualEntry[]> | undefined;
  close(): Promise<void>;
}

/** What is in a directory, or the one file. What is wrong with it is thrown now, and not when the listing is under way. */
async function beginListing(session: Session, argument: string): Promise<Listing> {
  const entry = await demandEntry(session, argument);
  const batches = entry.kind === 'directory' ? session.visit?.files.batches(session.path(argument)) : undefined;
  if (batches === undefined) return { first: [entry], more: undefined, close: async () => {} };
  const { value } = await batches.next();
  return { first: value ?? [], more: batches, close: async () => void (await batches.return(undefined)) };
}

async function* linesOfAll(
  { first, more }: Listing,
  linesOf: (entries: readonly VirtualEntry[]) => Iterable<string>,
): AsyncGenerator<Iterable<string>> {
  yield linesOf(first);
  if (more !== undefined) for await (const entries of more) yield linesOf(entries);
}

async function demandEntry(session: Session, argument: string): Promise<VirtualEntry> {
  const path = session.path(argument);
  const entry = await session.visit?.files.stat(path);
  if (entry === undefined) throw new VirtualFilesError('not-found');
  return { ...entry, name: splitPath(path).name || '/' };
}
