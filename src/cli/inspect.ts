import type { TracedNode } from '../engine/trace.js';
import { type Command, type CommandInput, MOST_FILES, textOption } from './command.js';
import { type CommandEngine, commandEngine } from './engine.js';
import { ExitCode } from './exit.js';
import { eachInput, type Input, SEVERAL_NOTES } from './inputs.js';
import type { Painter } from './output.js';
import { printable } from './printable.js';
import { openReading, READING_OPTIONS } from './reading.js';

const ORDINAL_WIDTH = 5;

/** `ediloom inspect`: the loop tree. */
export const inspectCommand: Command = {
  name: 'inspect',
  arguments: 'FILE...',
  summary: 'Shows the loops of each transaction set as a tree',
  files: { min: 1, max: MOST_FILES },
  options: {
    guide: { type: 'string', short: 'g', value: 'ID|PATH', help: 'guide to take the loops from' },
    ...READING_OPTIONS,
    titles: { type: 'boolean', short: 't', help: "the guide's name behind each segment" },
  },
  notes: [
    'Exit code 1: no set is of the kind of the guide that was asked for; the sets are shown by their own.',
    ...SEVERAL_NOTES,
  ],
  run,
};

async function run(input: CommandInput): Promise<ExitCode> {
  const made = await commandEngine(textOption(input, 'guide'));
  return (await eachInput(input, (one) => inspect(input, one, made))).code;
}

async function inspect(input: CommandInput, one: Input, { engine, ask }: CommandEngine): Promise<ExitCode> {
  const { options, output } = input;
  const { paint } = output;
  const { source, options: reading } = await openReading(input, one);
  if (one.several) output.line(paint('bold', printable(one.name)));
  const asked = ask();
  let sets = 0;
  for await (const set of engine.trace(source, { ...reading, guide: asked.of })) {
    sets++;
    const { header, interchange, group, transaction } = set;
    const name = printable(`${header.transactionSet} ${header.controlNumber}`);
    const place = `${set.guide}, interchange ${interchange}, group ${group}, set ${transaction}`;
    output.line(`${paint('bold', name)}  ${paint('dim', place)}`);
    for (const node of set.children) {
      for (const line of lines(node, '  ', options.titles === true, paint)) output.line(line);
      await output.flush();
    }
  }
  if (sets === 0) output.line('No transaction sets. To see what there is: ediloom format FILE');
  return asked.judge(ExitCode.clean, input);
}

function* lines(node: TracedNode, indent: string, titles: boolean, paint: Painter): Generator<string> {
  if (node.kind === 'loop') {
    yield `${' '.repeat(ORDINAL_WIDTH)} ${indent}${paint('cyan', node.loopId)} ${paint('dim', node.title)}`;
    for (const child of node.children) yield* lines(child, `${indent}  `, titles, paint);
    return;
  }
  const { segment, title, at } = node;
  const rest = printable(segment.raw.slice(segment.id.length));
  const tag = paint(title === undefined ? 'red' : 'green', printable(segment.id));
  const ordinal = paint('dim', String(at.segment ?? '').padStart(ORDINAL_WIDTH));
  let note = '';
  if (title === undefined) note = paint('red', '  (not in the guide)');
  else if (titles) note = paint('dim', `  ${title}`);
  yield `${ordinal} ${indent}${tag}${rest}${note}`;
}
