import { writeAudit } from '../audit/write-audit.js';
import { printCheck } from '../exchange/eligibility-pdf/print-check.js';
import type { Services } from '../exchange/services.js';
import { AccountQueries } from '../store/account-queries.js';
import { ACCOUNT, accountOf } from './account-of.js';
import {
  type AnyCommand,
  type Arguments,
  type Command,
  type Here,
  neededOption,
  optionalText,
  textIn,
  UsageError,
} from './command.js';
import { demandNoFile, writeNewFile } from './new-file.js';

interface PrintedPdf {
  /** Base64. */
  readonly pdf: string;
}

/** Asked by `checks pdf`, where the store is. */
const PRINT: Command = {
  name: 'checks print',
  usage: 'ID [--account ID]',
  summary: 'Prints the PDF of a check in base64; checks pdf asks so by itself.',
  isInner: true,
  options: ACCOUNT,
  prepare: async (args) => ({ ...args.options, id: oneCheck('checks print', args) }),
  run: print,
  show: ({ pdf }: PrintedPdf) => pdf,
};

interface SavedPdf {
  readonly file: string;
}

/** What a payer has answered, for the front desk. */
export const CHECK_PDF_COMMANDS: readonly AnyCommand[] = [
  {
    name: 'checks pdf',
    usage: 'ID --out FILE [--account ID]',
    summary: 'Makes a PDF of what a payer has answered to an eligibility check; the audit has it.',
    options: { ...ACCOUNT, out: { type: 'string', help: 'the file to make, that you alone can read' } },
    runHere: savePdf,
    show: ({ file }: SavedPdf) => `It is in ${file}.`,
  },
  PRINT,
];

async function savePdf(args: Arguments, here: Here): Promise<SavedPdf> {
  const id = oneCheck('checks pdf', args);
  const file = neededOption(args, 'out', 'the file to make, such as check.pdf');
  demandNoFile(file);
  // `PRINT` answers so.
  const { pdf } = (await here.ask(PRINT, { account: args.options.account, id })) as PrintedPdf;
  await writeNewFile(file, Buffer.from(pdf, 'base64'));
  return { file };
}

function oneCheck(name: string, { positionals: [id, ...more] }: Arguments): string {
  if (id === undefined || more.length > 0)
    throw new UsageError(`${name} takes the id of one check; batches results has those of a batch.`);
  return id;
}

async function print(services: Services, input: Readonly<Record<string, unknown>>): Promise<PrintedPdf> {
  const { store, clock } = services;
  const accountId = await accountOf(services, optionalText(input, 'account'));
  const id = textIn(input, 'id');
  // No key asks: the operator may see checks of both modes, as live keys do.
  const pdf = await printCheck({ services, caller: { accountId, keyId: '', mode: 'live' } }, id);
  await store.write((tx) =>
    writeAudit(new AccountQueries(tx, accountId), clock, {
      ...{ action: 'read', objectKind: 'eligibility-check', objectId: id },
    }),
  );
  return { pdf: Buffer.from(pdf).toString('base64') };
}
