import { writeAudit } from '../audit/write-audit.js';
import { payerAnswerOf } from '../resources/eligibility-checks/documents.js';
import { AccountQueries } from '../store/account-queries.js';
import { ACCOUNT, accountOf } from './account-of.js';
import { type Command, optionalText, textIn, UsageError } from './command.js';

/** Eligibility checks, as far as only the operator may look into them. */
export const CHECK_COMMANDS: readonly Command[] = [
  {
    name: 'checks payer-answer',
    usage: 'ID [--account ID]',
    summary: 'Prints what a payer sent for an eligibility check, also where it is withheld; the audit has it.',
    options: ACCOUNT,
    prepare: async ({ positionals: [id, ...more], options }) => {
      if (id === undefined || more.length > 0) throw new UsageError('checks payer-answer takes the id of one check.');
      return { ...options, id };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      const id = textIn(input, 'id');
      const x12 = await payerAnswerOf(services, accountId, id);
      if (x12 === undefined) throw new UsageError('No payer has sent anything for a check with this id.');
      await services.store.write((tx) =>
        writeAudit(new AccountQueries(tx, accountId), services.clock, {
          action: 'read',
          objectKind: 'eligibility-check',
          objectId: id,
        }),
      );
      return { x12 };
    },
    show: ({ x12 }: { readonly x12: string }) => x12,
  },
];
