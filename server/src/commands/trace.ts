import { writeAudit } from '../audit/write-audit.js';
import type { Services } from '../exchange/services.js';
import { findTraced } from '../exchange/tracking/find-traced.js';
import { traceFile } from '../exchange/tracking/trace.js';
import { AccountQueries, readRows } from '../store/account-queries.js';
import { accountOf } from './account-of.js';
import { type Command, optionalText, textIn, UsageError } from './command.js';
import { type Trace, traceText } from './trace-text.js';

/** What came of a file at the partner's, for whoever is asked where an order is. */
export const TRACE_COMMANDS: readonly Command[] = [
  {
    name: 'trace',
    usage: 'NUMBER|IDENTIFIER|ID [--account ID]',
    summary: 'Shows what became of a file: its deliveries, receipt, TA1, 997 or 999, and 277CA, with times.',
    options: { account: { type: 'string', help: 'whose; needed where there are several accounts' } },
    prepare: async ({ positionals: [asked, ...more], options }) => {
      if (asked === undefined || asked === '' || more.length > 0) {
        throw new UsageError(
          'trace takes one ISA13, GS06, ISA13/ST02, ST02, number of an order, invoice or claim, or id of an execution or transaction.',
        );
      }
      return { ...options, asked };
    },
    run: trace,
    show: (result: Trace, width) => traceText(result, width),
  },
];

async function trace(services: Services, input: Readonly<Record<string, unknown>>): Promise<Trace> {
  const { store, clock } = services;
  const asked = textIn(input, 'asked');
  const accountId = await accountOf(services, optionalText(input, 'account'));
  const matches = await readRows(store, accountId, (queries) => findTraced(queries, asked));
  const [first] = matches;
  const files = new Set(matches.map(({ executionId }) => executionId));
  // What is known by an identifier is something that a set says.
  await store.write((tx) =>
    writeAudit(new AccountQueries(tx, accountId), clock, {
      ...{
        action: 'trace',
        objectKind: 'execution',
        objectId: files.size === 1 ? (first?.executionId ?? '') : accountId,
      },
    }),
  );
  if (first === undefined || files.size > 1) return { asked, matches };
  // The match that names a transaction says more.
  const match = matches.find(({ place }) => place !== undefined) ?? first;
  const file = await readRows(store, accountId, (queries) => traceFile(queries, match));
  return file === undefined ? { asked, matches } : { asked, matches, file };
}
