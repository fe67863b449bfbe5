import { stat } from 'node:fs/promises';
import { selectFrom } from '../engine/select.js';
import { quotedName } from '../model/nearest-name.js';
import type { ElementPath } from '../path/element-path.js';
import { parsePath } from '../path/parse-path.js';
import { type Command, type CommandInput, MOST_FILES, textOption } from './command.js';
import { type CommandEngine, commandEngine } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { eachInput, type Input, SEVERAL_NOTES } from './inputs.js';
import { printable } from './printable.js';
import { openReading, READING_OPTIONS } from './reading.js';

/** `ediloom select`: values by element path. */
export const selectCommand: Command = {
  name: 'select',
  arguments: 'PATH FILE...',
  summary: 'Prints what an element path names, a line each',
  files: { min: 2, max: MOST_FILES },
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
    'or no set is of the kind of the guide that was asked for. Of several files each line begins with its file,',
    'and one in which something is found is enough.',
    ...SEVERAL_NOTES,
  ],
  run,
};

async function run(input: CommandInput): Promise<ExitCode> {
  const [path = '', ...files] = input.files;
  const made = await commandEngine(textOption(input, 'guide'));
  await refuseSwapped(path, files);
  const parsed = parsePath(path);
  const tally = await eachInput({ ...input, files }, (one) => select(input, one, parsed, made));
  // As with grep, one file in which it is found is enough.
  const found = tally.counts.get(ExitCode.clean) ?? 0;
  return found > 0 && tally.code === ExitCode.findings ? ExitCode.clean : tally.code;
}

/** With a file's name for the path, what is said of the path would not say what is wrong. */
async function refuseSwapped(path: string, files: readonly string[]): Promise<void> {
  if (!(await isThere(path)) || (await Promise.all(files.map(isThere))).every(Boolean)) return;
  throw new CommandError(`The path comes first, then files: ediloom select ${quotedName(files[0] ?? 'PATH')} FILE`);
}

async function isThere(file: string): Promise<boolean> {
  return file === '-' || (await stat(file).catch(() => undefined)) !== undefined;
}

async function select(
  input: CommandInput,
  one: Input,
  parsed: ElementPath,
  { engine, ask }: CommandEngine,
): Promise<ExitCode> {
  const { options, output } = input;
  const shown = output.terminal ? printable : (text: string): string => text;
  const { source, options: reading } = await openReading(input, one);
  const name = one.several ? `${printable(one.name)}: ` : '';
  const file = one.several ? { file: one.name } : {};
  const asked = ask();
  let found = false;
  for await (const set of engine.trace(source, { ...reading, guide: asked.of })) {
    for (const selected of selectFrom(set, parsed)) {
      found = true;
      output.line(
        options.json === true ? JSON.stringify({ ...file, ...selected }) : `${name}${shown(selected.values.join(' '))}`,
      );
      await output.flush();
    }
  }
  return asked.judge(found ? ExitCode.clean : ExitCode.findings, input);
}
