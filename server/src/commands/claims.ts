import { writeAudit } from '../audit/write-audit.js';
import { isoTime } from '../clock.js';
import { ROUTE_DISABLED } from '../resources/claims/files.js';
import { findClaim } from '../resources/claims/find-claim.js';
import type { StoredClaim } from '../resources/claims/schemas.js';
import { type ClaimSendingRow, sendingsOf } from '../resources/claims/sendings.js';
import { storedClaim } from '../resources/claims/stored-claim.js';
import { AccountQueries } from '../store/account-queries.js';
import { accountOfClaims, OWNER } from './account-of.js';
import { CLAIM_LIST_COMMANDS, routeName, routeNames } from './claim-lists.js';
import { CLAIM_SENDING_COMMANDS } from './claim-sendings.js';
import { type Command, optionalText, textIn, UsageError } from './command.js';
import { CLAIM_FIND_COMMANDS } from './find-claims.js';
import { printable } from './printable.js';

type ShownClaim = Omit<StoredClaim, 'response'> & { readonly sendings: readonly ShownSending[] };
type ShownSending = ReturnType<typeof shownSending>;

/** Claims on their way to payers. Nothing of a patient is in it. */
export const CLAIM_COMMANDS: readonly Command[] = [
  ...CLAIM_LIST_COMMANDS,
  ...CLAIM_FIND_COMMANDS,
  {
    name: 'claims show',
    usage: 'ID [--account ID]',
    summary: 'Says how far a claim is, what was said of it, and in which files it went.',
    options: OWNER,
    prepare: async ({ positionals: [id, ...more], options }) => {
      if (id === undefined || more.length > 0) throw new UsageError('claims show takes the id of one claim.');
      return { ...options, id };
    },
    run: async (services, input): Promise<ShownClaim> => {
      const id = textIn(input, 'id');
      const accountId = await accountOfClaims(services, optionalText(input, 'account'), { ids: [id] });
      const names = await routeNames(services.store);
      // Each read of a claim is in the audit, whoever reads it.
      return services.store.write(async (tx) => {
        const queries = new AccountQueries(tx, accountId);
        const row = await findClaim(queries, { mode: 'live' }, id);
        await writeAudit(queries, services.clock, { action: 'read', objectKind: 'claim', objectId: id });
        const sendings = await sendingsOf(queries, id);
        const shown = await storedClaim(services.sealedColumns, queries, row);
        return { ...shown, sendings: sendings.map((one) => shownSending(one, names)) };
      });
    },
    show: ({ sendings, history, ...claim }: ShownClaim) =>
      [
        ...line('claim', `${claim.id}  ${claim.type}, ${claim.mode}, as ${claim.source}, taken in ${claim.createdAt}`),
        ...line('payer', `${claim.payer.displayName} (${claim.payer.platformId})`),
        ...line('state', `${claim.state}, sending ${claim.sending}`),
        ...line('overdue since', claim.overdueSince),
        ...line('payer’s number', claim.payerClaimNumber && printable(claim.payerClaimNumber)),
        ...history.flatMap(eventLines),
        ...sendings.flatMap((one) => [...line('file', fileText(one)), ...adviceOn(one)]),
      ].join('\n'),
  },
  ...CLAIM_SENDING_COMMANDS,
];

function shownSending(row: ClaimSendingRow, names: ReadonlyMap<string, string>) {
  return {
    ...{ sending: Number(row.sending), fileId: row.file_id, state: row.state, failure: row.failure },
    ...{ interchangeNumber: row.interchange_number, setNumber: row.set_number, transactionId: row.transaction_id },
    route: routeName(row.route_id, names),
    sentAt: row.sent_at === null ? null : isoTime(Number(row.sent_at)),
  };
}

function fileText(one: ShownSending): string {
  const { sending, fileId, state, failure, interchangeNumber, setNumber, route, sentAt } = one;
  const numbers = interchangeNumber === '' ? 'no bytes written' : `ISA13 ${interchangeNumber}, ST02 ${setNumber}`;
  const what = [`sending ${sending}`, state, failure ?? '', sentAt ?? '', numbers, route, fileId];
  return what.filter((text) => text !== '').join('  ');
}

/** Of a file that waits for its next try nobody is told until its claims are overdue. */
function adviceOn({ state, failure, route }: ShownSending): readonly string[] {
  if (state !== 'WRITTEN' || failure === null) return [];
  const isDisabled = failure === ROUTE_DISABLED;
  const what = isDisabled ? 'It waits for its route: ' : 'It is tried again by itself. What is wrong: ';
  return line('', `${what}ediloom-server payer-routes ${isDisabled ? 'enable' : 'check'} '${route}'`);
}

function eventLines({ at, state, sending, source, saidBy, reasons = [] }: StoredClaim['history'][number]) {
  const said = saidBy === undefined ? source : `${saidBy} ${source}`;
  return [
    ...line('said', `${at}  ${state}  sending ${sending}  ${said}`),
    ...reasons.flatMap(({ code, text }) => line('', `${code}  ${text}`.trimEnd())),
  ];
}

function line(name: string, text: string | undefined): readonly string[] {
  return text === undefined ? [] : [`${name.padEnd(14)} ${text}`];
}
