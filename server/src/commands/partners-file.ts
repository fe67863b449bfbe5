import { applyPartners } from '../partners-file/apply.js';
import { exportPartners } from '../partners-file/export.js';
import { PARTNERS_SCHEMA, type PartnersFile } from '../partners-file/file-schema.js';
import { readPartnersFile } from '../partners-file/read-file.js';
import type { ApplyReport } from '../partners-file/report.js';
import { ACCOUNT, accountOf } from './account-of.js';
import { type Command, demandNoWords, optionalText, UsageError } from './command.js';

/** Partners of an account as one JSON file. */
export const PARTNERS_FILE_COMMANDS: readonly Command[] = [
  {
    name: 'schema',
    usage: '',
    summary: 'Prints the JSON Schema of partners files, for editors.',
    prepare: async () => ({}),
    run: async () => PARTNERS_SCHEMA,
    show: (schema: unknown) => JSON.stringify(schema, undefined, 2),
  },
  {
    name: 'apply',
    usage: 'FILE [--account ID] [--dry-run]',
    summary: 'Makes an account have the partners of a file; applied again, it changes nothing.',
    options: { ...ACCOUNT, 'dry-run': { type: 'boolean', help: 'says what would change, and changes nothing' } },
    prepare: async ({ positionals: [path, ...more], options }, environment) => {
      if (path === undefined || more.length > 0) throw new UsageError('apply takes one file.');
      const file = await readPartnersFile(path, environment);
      return { account: options.account, dryRun: options['dry-run'] === true, file };
    },
    run: async (services, input) => {
      const accountId = await accountOf(services, optionalText(input, 'account'));
      // `applyPartners` checks it by its schema.
      return applyPartners(services, accountId, input.file as PartnersFile, { dryRun: input.dryRun === true });
    },
    show: (report: ApplyReport) => showReport(report),
  },
  {
    name: 'export',
    usage: '[--account ID]',
    summary: 'Prints the partners of an account as a file for apply; secrets are names of variables.',
    options: ACCOUNT,
    prepare: async (args) => {
      demandNoWords('export', args);
      return { ...args.options };
    },
    run: async (services, input) => exportPartners(services, await accountOf(services, optionalText(input, 'account'))),
    show: (file: unknown) => JSON.stringify(file, undefined, 2),
  },
];

function showReport({ dryRun, changes, kept }: ApplyReport): string {
  const different = changes.filter(({ action }) => action !== 'unchanged');
  return [
    ...different.map(({ action, kind, name }) => `${action}  ${kind}  ${name}`),
    ...kept.map(({ name, variable }) => `kept  secret  ${name}, as ${variable} is not set`),
    `${different.length} ${dryRun ? 'would change' : 'changed'}, ${changes.length - different.length} as they were`,
  ].join('\n');
}
