import { Problem } from '../problems.js';
import { policiesOf } from '../resources/payers/find-payer.js';
import { importPayers, type PayersReport } from '../resources/payers/import-payers.js';
import { payersProblem, readPayersFile } from '../resources/payers/read-payers-file.js';
import type { GivenPayer, PayerRecord } from '../resources/payers/schemas.js';
import { searchPayers } from '../resources/payers/search.js';
import { payersAsCsv } from '../resources/payers/write-csv.js';
import { type Command, demandNoWords, UsageError } from './command.js';

const MOST_LISTED = 1_000;

/** Payers: who is asked, for all accounts. */
export const PAYER_COMMANDS: readonly Command[] = [
  {
    name: 'payers import',
    usage: 'FILE [--dry-run] [--as-written]',
    summary: 'Brings payers in from JSON or CSV: new ones are created, known ones changed, none removed.',
    options: {
      'dry-run': { type: 'boolean', help: 'says what would change, and changes nothing' },
      'as-written': { type: 'boolean', help: 'also ids that differ from known ones by zeros at the beginning alone' },
    },
    prepare: async ({ positionals: [path, ...more], options }) => {
      if (path === undefined || more.length > 0) throw new UsageError('payers import takes one file.');
      return {
        ...(await readPayersFile(path)),
        dryRun: options['dry-run'] === true,
        asWritten: options['as-written'] === true,
      };
    },
    // What `prepare` has read passed the schema.
    run: (services, { payers, lines, dryRun, asWritten }) =>
      importPayers(services, payers as readonly GivenPayer[], {
        dryRun: dryRun === true,
        asWritten: asWritten === true,
      }).catch((error: unknown) => {
        throw error instanceof Problem && Array.isArray(lines) ? payersProblem(error, lines) : error;
      }),
    show: shownReport,
  },
  {
    name: 'payers export',
    usage: '[--csv]',
    summary: 'Prints all payers as JSON that payers import takes, or as a table.',
    options: { csv: { type: 'boolean', help: 'as the table of ListPayerRecordsCsv' } },
    prepare: async (args) => {
      demandNoWords('payers export', args);
      return { csv: args.options.csv === true };
    },
    run: async (services, { csv }) => {
      const { payers } = await services.payers.get();
      if (csv === true) return { text: payersAsCsv(payers) };
      const policies = await services.store.read(policiesOf);
      return { text: JSON.stringify({ payers: payers.map((payer) => exported(payer, policies)) }, null, 2) };
    },
    show: ({ text }: { readonly text: string }) => text.trimEnd(),
  },
  {
    name: 'payers',
    alias: 'payers list',
    usage: '[WORDS …]',
    summary: 'Lists payers, or searches them by names and ids: the first thousand.',
    prepare: async ({ positionals }) => ({ query: positionals.filter((word) => word !== 'search').join(' ') }),
    run: async (services, { query }) => {
      const catalogue = await services.payers.get();
      const asked = typeof query === 'string' ? query : '';
      const found =
        asked === '' ? catalogue.payers : searchPayers(catalogue, { query: asked }).map(({ payer }) => payer);
      return found.slice(0, MOST_LISTED);
    },
    show: (payers: readonly PayerRecord[]) =>
      payers.length === 0 ? 'No payer has such words in its names or ids.' : payers.map(line).join('\n'),
  },
];

function line({ platformId, primaryPayerId, displayName, transactionSupport, aliases }: PayerRecord): string {
  const others = aliases.filter((alias) => alias !== primaryPayerId);
  const also = others.length === 0 ? '' : `  (${others.join(', ')})`;
  const eligibility = String(transactionSupport.eligibilityCheck ?? '').padEnd(19);
  return `${platformId}  ${primaryPayerId.padEnd(12)}  ${eligibility}  ${displayName}${also}`;
}

function shownReport({ created, unchanged, changed, changedCount, ambiguousAliases, dryRun }: PayersReport): string {
  return [
    ...changed.map(({ platformId, members }) => `changed  ${platformId}  ${members.join(', ')}`),
    ...ambiguousAliases.map((alias) => `several payers have the alias ${alias}: checks by it are refused`),
    `${created} created, ${changedCount} changed, ${unchanged} as they were.`,
    ...(dryRun ? ['Nothing was changed: this was a dry run.'] : []),
  ].join('\n');
}

/** All that an import takes. `claimSubmission` is another under a former name. */
function exported(
  { transactionSupport, ...payer }: PayerRecord,
  policies: Awaited<ReturnType<typeof policiesOf>>,
): object {
  const { claimSubmission: _, ...support } = transactionSupport;
  return { ...payer, transactionSupport: support, ...policies.get(payer.platformId) };
}
