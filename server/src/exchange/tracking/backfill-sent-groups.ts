import { interchangeOf } from '../../resources/executions/columns.js';
import { type FilePlace, filesBehind, lockFiles, type WalkedFile } from '../../resources/executions/sent-files.js';
import { sentGroupRows } from '../../resources/tracking/sent-group-rows.js';
import { filesWithGroups, insertSentGroups } from '../../resources/tracking/sent-groups.js';
import { x12Of } from '../../resources/transactions/columns.js';
import { type SetOfFile, setsWithNumbers } from '../../resources/transactions/traced.js';
import { AccountQueries, type OwnRow } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import { putSetting, readSetting } from '../../store/settings.js';
import type { Transaction } from '../../store/store.js';
import type { Services } from '../services.js';

/** Files that are looked at in one transaction, and sets whose numbers are read in it. */
const FILES = 500;
const SETS = 5000;
/** Of files of more sets no numbers are read: theirs count from 1. */
const MOST_SETS = 1000;
const DAY_MS = 86_400_000;

const NAME = 'sent-groups-backfill';
const DONE = 'done';
const START: FilePlace = { account_id: '', created_at: 0, id: '' };

/** Where it stands, as the setting has it: `<began> <from> <created_at> <id> <account>`; `*` for the account: the first walk has ended. */
interface Walk {
  /** Of the first walk: milliseconds. */
  readonly began: number;
  /** Files before were walked over the first time. */
  readonly from: number;
  /** `undefined`: the first walk has ended, the second not begun. */
  readonly place: FilePlace | undefined;
}

/**
 * Writes the groups down of files that were sent by a release that did not: all once, and a day later those of the day, as processes of that
 * release may run beside this one for a while. No answer is waited for; those that come are tied to them. Portion by portion, so that it
 * goes on where a process has ended.
 */
export async function backfillSentGroups(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const walk = walkOf(await store.read((db) => readSetting(db, NAME)), clock.now());
    if (walk === undefined) return;
    const { began, from, place } = walk;
    if (place === undefined) {
      if (clock.now() < began + DAY_MS) return;
      await store.write((tx) => putSetting(tx, NAME, textOf({ began, from: began, place: START })));
      continue;
    }
    await store.write(async (tx) => {
      const next = await portion(tx, place, from);
      const ended = from > 0 ? DONE : textOf({ began, from, place: undefined });
      await putSetting(tx, NAME, next === undefined ? ended : textOf({ began, from, place: next }));
    });
  }
}

/** @returns where to go on; `undefined`: there are no more files. */
async function portion(tx: Transaction, place: FilePlace, from: number): Promise<FilePlace | undefined> {
  const files = withinPortion(await filesBehind(tx, place, FILES));
  const sent = files.filter(
    ({ direction, created_at, interchange }) => direction === 'OUTBOUND' && created_at >= from && interchange !== null,
  );
  for (const [accountId, ofAccount] of grouped(sent, ({ account_id }) => account_id)) {
    await backfill(new AccountQueries(tx, accountId), ofAccount);
  }
  return files.at(-1);
}

function withinPortion(files: readonly WalkedFile[]): readonly WalkedFile[] {
  let sets = 0;
  const end = files.findIndex(({ transaction_count }, index) => {
    sets += Number(transaction_count) > MOST_SETS ? 1 : Number(transaction_count);
    return index > 0 && sets > SETS;
  });
  return end < 0 ? files : files.slice(0, end);
}

async function backfill(queries: AccountQueries, files: readonly WalkedFile[]): Promise<void> {
  await lockFiles(
    queries.tx,
    files.map(({ id }) => id),
  );
  const known = await filesWithGroups(
    queries,
    files.map(({ id }) => id),
  );
  const without = files.filter(({ id }) => !known.has(id));
  const sets = grouped(
    await setsWithNumbers(
      queries,
      without.map(({ id }) => id),
      MOST_SETS,
    ),
    ({ execution_id }) => execution_id,
  );
  await insertSentGroups(
    queries,
    without.flatMap((file) => rowsOf(file, sets.get(file.id) ?? [])),
  );
}

/** None where its transactions went to another execution, which delivers it again. */
function rowsOf(file: WalkedFile, sets: readonly SetOfFile[]): readonly OwnRow<'sent_groups'>[] {
  const interchange = interchangeOf(file);
  if (interchange === undefined || sets.length === 0) return [];
  let first = 0;
  const groups = interchange.groups.map(({ transactions }) => {
    const own = sets.filter(({ place }) => place >= first && place < first + transactions);
    first += transactions;
    return own;
  });
  return sentGroupRows({
    executionId: file.id,
    partnershipId: file.partnership_id ?? '',
    keyMode: file.key_mode,
    at: Number(file.created_at),
    interchange,
    transactionSets: groups.map(([set]) => (set?.transaction_set ?? sets[0]?.transaction_set ?? '').slice(0, 3)),
    setNumbers:
      Number(file.transaction_count) > MOST_SETS
        ? []
        : groups.map((own) => own.map((set) => x12Of(set).metadata.transaction.controlNumber)),
    expected: undefined,
  });
}

function walkOf(setting: string | undefined, now: number): Walk | undefined {
  if (setting === DONE) return undefined;
  if (setting === undefined) return { began: now, from: 0, place: START };
  const [began, from, createdAt, id = '', ...account] = setting.split(' ');
  const place = { account_id: account.join(' '), created_at: Number(createdAt), id };
  return { began: Number(began), from: Number(from), place: place.account_id === '*' ? undefined : place };
}

function textOf({ began, from, place }: Walk): string {
  const { created_at, id, account_id } = place ?? { ...START, account_id: '*' };
  return `${began} ${from} ${created_at} ${id} ${account_id}`;
}
