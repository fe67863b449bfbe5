import { type Released, releaseClaimFile } from '../exchange/claim-files/release-file.js';
import { type ResendReport, resendAsked } from '../exchange/claim-files/resend-claims.js';
import { Problem } from '../problems.js';
import { KEPT_BACK } from '../resources/claims/resend.js';
import { accountOfClaims, OWNER } from './account-of.js';
import { type Command, type Input, optionalText, textIn, UsageError } from './command.js';

/** Claims named one by one. */
const MOST_IDS = 5_000;
/** Of those that are kept back for one reason; `--json` has all of them. */
const MOST_SHOWN = 5;

const WHY = { ...KEPT_BACK, 'sent-again': 'it has been sent again since, in another file' } as const;

const RELEASED: Readonly<Record<Released, string>> = {
  sending: 'is handed over once more: the same bytes with the same numbers',
  'written-anew': 'had no bytes: its claims wait for a new one',
  sent: 'counts as handed over: its claims are told so',
};

/** What sends claims and their files again. Each is audited. */
export const CLAIM_SENDING_COMMANDS: readonly Command[] = [
  {
    name: 'claims release',
    usage: 'FILE --send|--sent [--account ID]',
    summary: 'Lets a file of claims go that is held: once more to its payer, or as one that the payer has.',
    options: {
      ...OWNER,
      send: { type: 'boolean', help: 'hands the same bytes over once more: the payer does not have them' },
      sent: { type: 'boolean', help: 'the payer has them: the claims are told that they were handed over' },
    },
    prepare: async ({ positionals: [file, ...more], options }) => {
      if (file === undefined || more.length > 0) throw new UsageError('claims release takes the id of one file.');
      if ((options.send === true) === (options.sent === true))
        throw new UsageError('claims release takes --send or --sent: ask the payer whether it has the file.');
      return { account: options.account, file, as: options.send === true ? 'send' : 'sent' };
    },
    run: async (services, input): Promise<{ readonly file: string; readonly released: Released }> => {
      const fileId = textIn(input, 'file');
      const accountId = await accountOfClaims(services, optionalText(input, 'account'), { fileId });
      const as = textIn(input, 'as');
      if (as !== 'send' && as !== 'sent') throw new UsageError('A file is released as send or as sent.');
      try {
        return { file: fileId, released: await releaseClaimFile(services, accountId, { fileId, as }) };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        throw new UsageError(`${error.message} \`ediloom-server claims held\` lists those that are held.`);
      }
    },
    show: ({ file, released }: { readonly file: string; readonly released: Released }) =>
      `file ${file} ${RELEASED[released]}`,
  },
  {
    name: 'claims resend',
    usage: 'ID... | --file FILE | --rejected-by FILE [--except ID]... [--account ID] [--dry-run]',
    summary:
      'Sends claims again that were lost on their way: refused by a TA1 or 999, or handed over with no answer in time.',
    options: {
      ...OWNER,
      file: { type: 'string', help: 'all that were lost of the claims of this file' },
      'rejected-by': { type: 'string', help: 'those of this file that its TA1 or 999 has refused' },
      except: { type: 'string', multiple: true, help: 'not this claim, such as the one that took the others down' },
      'dry-run': { type: 'boolean', help: 'says what would be sent again, and changes nothing' },
    },
    prepare: async ({ positionals, options, lists = {} }) => {
      const given = [positionals.length > 0, options.file !== undefined, options['rejected-by'] !== undefined];
      if (given.filter(Boolean).length !== 1)
        throw new UsageError('claims resend takes the ids of claims, --file FILE or --rejected-by FILE.');
      return {
        ...{ account: options.account, ids: positionals, except: lists.except ?? [] },
        file: options.file ?? options['rejected-by'],
        ...{ onlyRejected: options['rejected-by'] !== undefined, dryRun: options['dry-run'] === true },
      };
    },
    run: async (services, input): Promise<ResendReport> => {
      const fileId = optionalText(input, 'file');
      const ids = idsIn(input, 'ids');
      const asked = fileId === undefined ? { ids } : { fileId };
      const accountId = await accountOfClaims(services, optionalText(input, 'account'), asked);
      return resendAsked(services, accountId, {
        ...{ ids, except: idsIn(input, 'except'), fileId },
        ...{ onlyRejected: input.onlyRejected === true, dryRun: input.dryRun === true },
      });
    },
    show: ({ resent, keptBack, dryRun }: ResendReport) =>
      [
        `${resent.length} ${resent.length === 1 ? 'claim' : 'claims'} ${dryRun ? 'would be' : resent.length === 1 ? 'is' : 'are'} sent again`,
        ...reasonsIn(keptBack),
        ...(dryRun ? ['Nothing was changed: this was a dry run.'] : []),
      ].join('\n'),
  },
];

function reasonsIn(keptBack: ResendReport['keptBack']): readonly string[] {
  return Object.entries(WHY).flatMap(([why, text]) => {
    const ids = keptBack.filter((one) => one.why === why).map(({ id }) => id);
    if (ids.length === 0) return [];
    const more = ids.length > MOST_SHOWN ? ` and ${ids.length - MOST_SHOWN} more` : '';
    return [`${ids.length} not: ${text}`, `  ${ids.slice(0, MOST_SHOWN).join(', ')}${more}`];
  });
}

/** @throws UsageError. */
function idsIn(input: Input, name: string): readonly string[] {
  const given = input[name];
  if (!Array.isArray(given) || given.some((id) => typeof id !== 'string')) throw new UsageError(`${name} is missing.`);
  if (given.length > MOST_IDS) throw new UsageError(`Name at most ${MOST_IDS} claims at once, or their file.`);
  return given as readonly string[];
}
