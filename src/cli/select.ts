import { selectFrom } from '../engine/select.js';
import { parsePath } from '../path/parse-path.js';
import { type Command, type CommandInput, textOption } from './command.js';
import { commandEngine, tellUnfit } from './engine.js';
import { ExitCode } from './exit.js';
import { printable } from './printable.js';
import { openReading, READING_OPTIONS } from './reading.js';

/** `ediloom select`: values by element path. */
export const selectCommand: Command = {
  name: 'select',
  arguments: 'PATH FILE',
  summary: 'Prints what an element path names, a line each',
  files: { min: 2, max: 2 },
  options: {
    guide: { type: 'string', short: 'g', value: 'ID|PATH', help: 'guide to take the loops from' },
    ...READING_OPTIONS,
    json: { type: 'boolean', short: 'j', help: 'one JSON object a line: the place and the values' },
  },
  notes: [
    'Paths: loops and segments from the outside in, then an element.',
    '  2110C/EB/03          EB03 in every loop 2110C',
    '  2110C/EB[01=1]/03    only where EB01 is 1',
    '  EB03-2               second component of EB03, anywhere',
    '  2110[CD]/EB          whole EB segments of both loops',
    '  2300[2]/CLM01        of the second claim of each parent',
    'Repetitions and the segments of a loop are separated by blanks. Exit code 1: nothing was found,',
    'or no set is of the kind of the guide that was asked for.',
  ],
  run,
};

async function run(input: CommandInput): Promise<ExitCode> {
  const { files, options, output } = input;
  const [path = '', file = '-'] = files;
  const { engine, guide } = await commandEngine(textOption(input, 'guide'));
  const shown = output.terminal ? printable : (text: string): string => text;
  const { source, options: reading } = await openReading(input, file);
  const parsed = parsePath(path);
  let found = false;
  let fits = guide === undefined;
  for await (const set of engine.trace(source, { ...reading, guide })) {
    fits ||= set.guide === guide;
    for (const selected of selectFrom(set, parsed)) {
      found = true;
      output.line(options.json === true ? JSON.stringify(selected) : shown(selected.values.join(' ')));
      await output.flush();
    }
  }
  if (guide !== undefined && !fits) return tellUnfit(guide, input);
  return found ? ExitCode.clean : ExitCode.findings;
}
