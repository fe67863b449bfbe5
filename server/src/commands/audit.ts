import { listAccounts } from '../accounts/accounts.js';
import { isArchiveThere, readArchive, writeArchive } from '../audit/archive-file.js';
import { entryOf } from '../audit/audit-line.js';
import { archivableLines, cutAudit } from '../audit/cut-audit.js';
import { verifyAudit } from '../audit/verify-audit.js';
import type { Services } from '../exchange/services.js';
import { conflict } from '../problems.js';
import { accountOf } from './account-of.js';
import {
  type AnyCommand,
  type Arguments,
  type Command,
  demandNoWords,
  type Here,
  neededOption,
  optionalText,
  textIn,
  UsageError,
} from './command.js';

/** Entries of one answer, and portions cut for one: a server is asked again and again, so that no answer takes minutes. */
const LINES = 5000;
const PORTIONS = 20;

interface Verified {
  readonly accountId: string;
  readonly entries: number;
  readonly cutAt: number;
  readonly hash: string;
}

interface EntriesPage {
  readonly lines: readonly string[];
  /** Where to go on; absent: there are no more. */
  readonly next?: { readonly account: string; readonly after?: string };
}

/** Asked by `audit archive`, where the store is. */
const ENTRIES: Command = {
  name: 'audit entries',
  usage: '--before DATE [--account ID] [--after N]',
  summary: 'Prints the next entries that audit archive would write, of accounts from that id on; it asks so by itself.',
  isInner: true,
  options: {
    before: { type: 'string', help: 'YYYY-MM-DD: entries of earlier days, in UTC' },
    account: { type: 'string', help: 'accounts from this id on; default: all' },
    after: { type: 'string', help: 'of the first account, those behind this position' },
  },
  prepare: async (args) => {
    demandNoWords('audit entries', args);
    return args.options;
  },
  run: entriesPage,
  show: ({ lines }: EntriesPage) => lines.join('\n'),
};

/** Asked by `audit archive`, where the store is. */
const CUT: Command = {
  name: 'audit cut',
  usage: '--account ID --from N --from-hash HASH --to N --to-hash HASH',
  summary: 'Removes the next entries that are in an archive, between these ends; audit archive asks so by itself.',
  isInner: true,
  options: {
    account: { type: 'string', help: 'whose' },
    from: { type: 'string', help: 'position before the first entry of the archive' },
    'from-hash': { type: 'string', help: 'previousHash of the first' },
    to: { type: 'string', help: 'position of the last' },
    'to-hash': { type: 'string', help: 'hash of the last' },
  },
  prepare: async (args) => {
    demandNoWords('audit cut', args);
    return args.options;
  },
  run: async (services, input) => {
    const accountId = await accountOf(services, textIn(input, 'account'));
    const end = (name: string) => ({
      position: positionIn(textIn(input, name), name),
      hash: textIn(input, `${name}-hash`),
    });
    return cutAudit(placeOf(services), { accountId, from: end('from'), to: end('to') }, PORTIONS);
  },
  show: ({ cut }: { readonly cut: number }) => `${cut} entries were removed.`,
};

/** The audit: is it whole, and its older part moved into a file. */
export const AUDIT_COMMANDS: readonly AnyCommand[] = [
  {
    name: 'audit verify',
    usage: '[--account ID]',
    summary: 'Says whether the audit is whole and unchanged, from its beginning or from where it was archived.',
    options: { account: { type: 'string', help: 'of one account; default: of all' } },
    prepare: async (args: Arguments) => {
      demandNoWords('audit verify', args);
      return args.options;
    },
    run: verify,
    show: (verified: readonly Verified[]) =>
      verified
        .map(
          ({ accountId, entries, cutAt, hash }) =>
            `${accountId}  whole: ${entries} entries${cutAt > 0 ? ` behind position ${cutAt}, up to which they were archived` : ''}; last hash ${hash}`,
        )
        .join('\n'),
  } satisfies Command,
  {
    name: 'audit archive',
    usage: '--before DATE -o FILE',
    summary: 'Moves the entries of earlier days into a file: written, verified, and only then removed.',
    options: {
      before: { type: 'string', help: 'YYYY-MM-DD: entries of earlier days, in UTC' },
      output: {
        type: 'string',
        short: 'o',
        help: 'where to; one that is there is taken for that of a run that was cut off, and what is in it is removed',
      },
    },
    runHere: archive,
    show: ({ file, entries, resumed }: Archived) =>
      entries === 0 && !resumed
        ? 'There are no entries of earlier days; no file was made.'
        : `${entries} entries are now in ${file} alone.${resumed ? ' The file was there: nothing was added to it.' : ''} Keep it.`,
  },
  ENTRIES,
  CUT,
];

interface Archived {
  readonly file: string;
  readonly entries: number;
  /** The file was there, and was not written anew. */
  readonly resumed: boolean;
}

async function archive(args: Arguments, here: Here): Promise<Archived> {
  demandNoWords('audit archive', args);
  const before = neededOption(args, 'before', 'a day, YYYY-MM-DD');
  const file = neededOption(args, 'output', 'the file to write, also as -o FILE');
  dayOf(before);
  const resumed = isArchiveThere(file);
  if (!resumed) {
    const entries = archivable(here, before);
    const first = await entries.next();
    // A file without an entry would be taken for an archive, and kept for years.
    if (first.done === true) return { file, entries: 0, resumed };
    await writeArchive(file, withFirst(first.value, entries));
  }
  let entries = 0;
  for (const { accountId, from, to } of await readArchive(file)) {
    const input = {
      ...{ account: accountId, from: String(from.position), 'from-hash': from.hash },
      ...{ to: String(to.position), 'to-hash': to.hash },
    };
    for (let finished = false; !finished; ) {
      // `CUT` answers so.
      const portion = (await here.ask(CUT, input)) as Awaited<ReturnType<typeof cutAudit>>;
      entries += portion.cut;
      finished = portion.finished;
    }
  }
  return { file, entries, resumed };
}

async function* withFirst(first: string, others: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* others;
}

async function* archivable(here: Here, before: string): AsyncGenerator<string> {
  for (let place: EntriesPage['next'] = { account: '' }; place !== undefined; ) {
    // `ENTRIES` answers so.
    const page = (await here.ask(ENTRIES, { before, ...place })) as EntriesPage;
    if (page.lines.length > 0) yield `${page.lines.join('\n')}\n`;
    place = page.next;
  }
}

async function entriesPage(services: Services, input: Readonly<Record<string, unknown>>): Promise<EntriesPage> {
  const before = dayOf(textIn(input, 'before'));
  const first = optionalText(input, 'account') ?? '';
  const after = optionalText(input, 'after');
  const ids = (await services.store.read(listAccounts)).map(({ id }) => id).filter((id) => id >= first);
  const found: string[] = [];
  for (const id of ids.sort()) {
    const most = LINES - found.length;
    const begun = id === first && after !== undefined ? positionIn(after, 'after') : undefined;
    const lines = await archivableLines(placeOf(services), id, { after: begun, before, most });
    found.push(...lines);
    const last = lines.at(-1);
    if (last !== undefined && lines.length === most) {
      return { lines: found, next: { account: id, after: String(entryOf(last).position) } };
    }
  }
  return { lines: found };
}

/** @throws Problem `conflict` for the first audit that is not whole. */
async function verify(services: Services, input: Readonly<Record<string, unknown>>): Promise<readonly Verified[]> {
  const { store, secrets } = services;
  const named = optionalText(input, 'account');
  const ids =
    named === undefined ? (await store.read(listAccounts)).map(({ id }) => id) : [await accountOf(services, named)];
  const verified: Verified[] = [];
  for (const accountId of ids) {
    const verdict = await verifyAudit(store, secrets.keys, accountId);
    if (!verdict.ok) {
      throw conflict(
        `The audit of account ${accountId} is not whole: at position ${verdict.position} an entry, or the mark up to which it was archived, is missing or was changed. Compare it with a backup.`,
      );
    }
    const { entries, cutAt, hash } = verdict;
    verified.push({ accountId, entries, cutAt, hash });
  }
  return verified;
}

/** @throws UsageError. */
function positionIn(text: string, name: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} is a position: a whole number.`);
}

function placeOf({ store, secrets, clock }: Services) {
  return { store, keys: secrets.keys, clock };
}

/** The beginning of a day in UTC, in milliseconds since 1970. */
function dayOf(text: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(text)) return at;
  throw new UsageError('--before is a day: YYYY-MM-DD.');
}
