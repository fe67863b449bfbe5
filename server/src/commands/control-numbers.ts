import { listAccounts } from '../accounts/accounts.js';
import { writeAudit } from '../audit/write-audit.js';
import type { Clock } from '../clock.js';
import type { Services } from '../exchange/services.js';
import { pairKey } from '../resources/control-numbers/counters.js';
import { pairOfPartnership } from '../resources/control-numbers/pair-of-partnership.js';
import { numbersHeldSince, raiseNumbers, releaseNumbers } from '../resources/control-numbers/restored-numbers.js';
import { AccountQueries } from '../store/account-queries.js';
import type { Transaction } from '../store/store.js';
import { accountOf } from './account-of.js';
import { type Command, demandNoWords, optionalText, UsageError } from './command.js';
import { wholeNumber } from './whole-number.js';

interface RaiseReport {
  readonly counters: number;
  /** Counters of a restored store wait for all of them to be raised. */
  readonly held: boolean;
}

/** The counters of ISA13 and GS06, above all those of a store that was restored. */
export const CONTROL_NUMBER_COMMANDS: readonly Command[] = [
  {
    name: 'control-numbers raise',
    usage: '+N [--account ID] [--partnership ID]',
    summary: 'Raises control numbers, so that none which was sent after a backup is given again.',
    options: {
      account: {
        type: 'string',
        help: 'those of one account; default: of all, and those of pairs that are yet to come',
      },
      partnership: { type: 'string', help: 'those of one partnership, which others of the same two ids share' },
    },
    prepare: async ({ positionals: [text, ...more], options }) => {
      if (more.length > 0) throw new UsageError('control-numbers raise takes one number.');
      return { ...options, by: wholeNumber(text, 'control-numbers raise takes +N') };
    },
    run: raise,
    show: ({ counters, held }: RaiseReport) =>
      `${counters} counters were raised.${held ? ' Nothing is sent until all are raised: leave --account and --partnership out.' : ''}`,
  },
  {
    name: 'control-numbers as-is',
    usage: '',
    summary: 'Lets a restored server send under the control numbers of the backup: nothing was sent since.',
    prepare: async (args) => {
      demandNoWords('control-numbers as-is', args);
      return {};
    },
    run: ({ store, clock }) =>
      store.write(async (tx) => {
        const held = (await numbersHeldSince(tx)) !== undefined;
        await releaseNumbers(tx);
        if (held) await auditAll(tx, clock);
        return { held };
      }),
    show: ({ held }: { readonly held: boolean }) =>
      held ? 'Control numbers go on where the backup has them.' : 'Nothing was held.',
  },
];

async function raise(services: Services, input: Readonly<Record<string, unknown>>): Promise<RaiseReport> {
  const { store, clock } = services;
  const by = wholeNumber(String(input.by), 'control-numbers raise takes +N');
  const partnership = optionalText(input, 'partnership');
  const account = optionalText(input, 'account');
  const accountId = account === undefined && partnership === undefined ? undefined : await accountOf(services, account);
  return store.write(async (tx) => {
    const counters =
      accountId === undefined
        ? await raiseAll(tx, clock, by)
        : await raiseSome(new AccountQueries(tx, accountId), clock, by, partnership);
    return { counters, held: (await numbersHeldSince(tx)) !== undefined };
  });
}

async function raiseAll(tx: Transaction, clock: Clock, by: number): Promise<number> {
  await auditAll(tx, clock);
  return raiseNumbers(tx, clock, by);
}

async function raiseSome(
  queries: AccountQueries,
  clock: Clock,
  by: number,
  partnership: string | undefined,
): Promise<number> {
  const { tx, accountId } = queries;
  const objectId = partnership ?? accountId;
  await writeAudit(queries, clock, { action: 'raise', objectKind: 'control-number', objectId });
  if (partnership === undefined) return raiseNumbers(tx, clock, by, { accountId });
  return raiseNumbers(tx, clock, by, { accountId, pair: pairKey(await pairOfPartnership(queries, partnership)) });
}

async function auditAll(tx: Transaction, clock: Clock): Promise<void> {
  for (const { id } of await listAccounts(tx)) {
    await writeAudit(new AccountQueries(tx, id), clock, {
      action: 'raise',
      objectKind: 'control-number',
      objectId: id,
    });
  }
}
