import { compileGuide } from '../guide/compile/compile.js';
import { exampleOfPlan } from '../guide/document/example.js';
import { loadDictionaries } from '../guides/catalogue.js';
import type { Command, CommandInput } from './command.js';
import { findGuide } from './engine.js';
import { CommandError, ExitCode } from './exit.js';

/** `ediloom example`: something to start from. */
export const exampleCommand: Command = {
  name: 'example',
  arguments: 'ID',
  summary: 'Prints a minimal valid document of a guide',
  files: { min: 1, max: 1 },
  options: {
    data: { type: 'boolean', help: 'the guide JSON alone, without its envelope' },
  },
  notes: ['Try: ediloom example 270 | ediloom generate -'],
  run,
};

async function run({ files, options, output }: CommandInput): Promise<ExitCode> {
  const plan = compileGuide(await findGuide(files[0] ?? ''), { dictionaries: await loadDictionaries() });
  if (plan.guide.x12.transactionSet === 'TA1') {
    throw new CommandError('TA1 is no transaction set: it stands in the document under acknowledgments.');
  }
  const data = exampleOfPlan(plan);
  const header = {
    senderQualifier: 'ZZ',
    senderId: 'SENDER',
    receiverQualifier: 'ZZ',
    receiverId: 'RECEIVER',
    usageIndicatorCode: 'T',
  };
  const document = { interchanges: [{ header, groups: [{ transactions: [{ guide: plan.id, data }] }] }] };
  output.line(JSON.stringify(options.data === true ? data : document, undefined, 2));
  return ExitCode.clean;
}
