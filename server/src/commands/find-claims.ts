import { writeAudit } from '../audit/write-audit.js';
import { isoTime } from '../clock.js';
import { patientIndexOf } from '../resources/claims/claim-indexes.js';
import { listClaims } from '../resources/claims/find-claim.js';
import { AccountQueries } from '../store/account-queries.js';
import type { Claims } from '../store/claim-tables.js';
import { ACCOUNT, accountOf } from './account-of.js';
import { routeName, routeNames } from './claim-lists.js';
import { type Listed, listed, more, PAGE_OPTIONS, pageIn, withLimit } from './claim-pages.js';
import { type Command, optionalText, textIn, UsageError } from './command.js';

/** The longest CLM01 that a set has room for. */
const LONGEST = 38;

/** Claims by what a payer, or whoever sent them, calls them on the telephone. */
export const CLAIM_FIND_COMMANDS: readonly Command[] = [
  {
    name: 'claims find',
    usage: 'NUMBER [--account ID] [--limit N] [--after PLACE]',
    summary: 'Lists the claims of an account with a patient control number (CLM01): the newest first.',
    options: { ...ACCOUNT, ...PAGE_OPTIONS },
    prepare: async (args) => {
      const [number = '', ...others] = args.positionals;
      if (number === '' || number.length > LONGEST || others.length > 0)
        throw new UsageError(`claims find takes one patient control number of at most ${LONGEST} characters.`);
      return { ...withLimit(args), number };
    },
    run: async (services, input): Promise<Listed<FoundClaim>> => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      const index = await patientIndexOf(services.realTime.patients, accountId, textIn(input, 'number'));
      const names = await routeNames(services.store);
      // Who looks for a patient's claims is in the audit; the number is not.
      return services.store.write(async (tx) => {
        const queries = new AccountQueries(tx, accountId);
        const page = await listClaims(queries, { mode: 'live' }, index, pageIn(input));
        await writeAudit(queries, services.clock, { action: 'list', objectKind: 'claim', objectId: '' });
        return listed(page, input, (row) => foundClaim(row, names));
      });
    },
    show: ({ items, ...page }: Listed<FoundClaim>) =>
      items.length === 0
        ? 'No claim has this patient control number.'
        : [
            ...items.map(({ id, createdAt, type, mode, state, sending, route }) =>
              [id, createdAt, type.padEnd(13), mode.padEnd(4), state.padEnd(15), `sending ${sending}`, route].join(
                '  ',
              ),
            ),
            ...more('claims find NUMBER', page),
          ].join('\n'),
  },
];

type FoundClaim = ReturnType<typeof foundClaim>;

function foundClaim(row: Claims, names: ReadonlyMap<string, string>) {
  return {
    ...{ id: row.id, type: row.type, mode: row.mode, state: row.state, sending: Number(row.sending) },
    ...{ payer: row.payer_id, route: routeName(row.route_id, names), createdAt: isoTime(Number(row.created_at)) },
  };
}
