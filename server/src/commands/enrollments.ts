import { Problem } from '../problems.js';
import {
  type EnrollmentsReport,
  type GivenEnrollments,
  importEnrollments,
} from '../resources/enrollments/import-enrollments.js';
import { type ListedEnrollment, listEnrollments } from '../resources/enrollments/list-enrollments.js';
import {
  type EnrollmentsFile,
  enrollmentsProblem,
  readEnrollmentsFile,
} from '../resources/enrollments/read-enrollments-file.js';
import { findPayer } from '../resources/payers/find-payer.js';
import { AccountQueries } from '../store/account-queries.js';
import { ACCOUNT, accountOf } from './account-of.js';
import { type Command, demandNoWords, optionalText, UsageError } from './command.js';

/** Providers whom payers have enrolled. */
export const ENROLLMENT_COMMANDS: readonly Command[] = [
  {
    name: 'enrollments import',
    usage: 'FILE [--account ID] [--dry-run]',
    summary: 'Marks providers as enrolled with payers; FILE is JSON or CSV: payer, transaction, npi, taxId.',
    options: { ...ACCOUNT, 'dry-run': { type: 'boolean', help: 'says what would change, and changes nothing' } },
    prepare: async ({ positionals: [path, ...more], options }) => {
      if (path === undefined || more.length > 0) throw new UsageError('enrollments import takes one file.');
      const { 'dry-run': dryRun, ...others } = options;
      const { enrollments, lines, faults } = await readEnrollmentsFile(path);
      // By another name: a server of before, which has not been restarted, would look at no faults and import it.
      const rows = faults === undefined ? { enrollments } : { faulty: { enrollments, faults } };
      return { ...others, ...rows, lines, dryRun: dryRun === true };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      const indexOf = (text: string) => services.realTime.patients.of(accountId, text);
      return importEnrollments({ ...services, indexOf }, accountId, {
        // `prepare` has read them: but for rows with faults they passed the schema.
        ...givenIn(input),
        dryRun: input.dryRun === true,
      }).catch((error: unknown) => {
        throw error instanceof Problem && Array.isArray(input.lines) ? enrollmentsProblem(error, input.lines) : error;
      });
    },
    show: ({ added, unchanged, dryRun }: EnrollmentsReport) => {
      const counts = `${added} added, ${unchanged} known already.`;
      return dryRun ? `${counts} Nothing was changed: this was a dry run.` : counts;
    },
  },
  {
    name: 'enrollments',
    alias: 'enrollments list',
    usage: '[--account ID] [--payer ID]',
    summary: 'Lists providers who are enrolled with payers: the first thousand.',
    options: { ...ACCOUNT, payer: { type: 'string', help: 'platform id, primary id or alias' } },
    prepare: async (args) => {
      demandNoWords('enrollments', args);
      return { ...args.options };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      const name = optionalText(input, 'payer');
      return services.store.read(async (db) => {
        const found = name === undefined ? undefined : await findPayer(db, name);
        if (found !== undefined && found.kind !== 'found') throw new UsageError('No single payer has this id.');
        return listEnrollments(new AccountQueries(db, accountId), found?.payer.platformId);
      });
    },
    show: (rows: readonly ListedEnrollment[]) =>
      rows.length === 0
        ? 'No marks were imported; `enrollments requests --status LIVE` lists enrollments that were made here.'
        : rows
            .map(
              ({ payer, transaction, npi, status }) =>
                `${payer}  ${(npi ?? 'by tax id').padEnd(10)}  ${status}  ${transaction}`,
            )
            .join('\n'),
  },
];

function givenIn(input: Readonly<Record<string, unknown>>): Pick<GivenEnrollments, 'given' | 'faults'> {
  const { enrollments, faults } = (input.faulty ?? input) as EnrollmentsFile;
  return { given: enrollments, faults };
}
