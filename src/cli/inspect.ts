import type { TracedNode } from '../engine/trace.js';
import { type Command, type CommandInput, textOption } from './command.js';
import { commandEngine } from './engine.js';
import { ExitCode } from './exit.js';
import { readInput } from './input.js';
import { type Painter, painter } from './output.js';
import { Progress } from './progress.js';

const ORDINAL_WIDTH = 5;

/** `ediloom inspect`: the loop tree. */
export const inspectCommand: Command = {
  name: 'inspect',
  arguments: 'FILE',
  summary: 'Shows the loops of each transaction set as a tree',
  files: { min: 1, max: 1 },
  options: {
    guide: { type: 'string', short: 'g', value: 'ID|PATH', help: 'guide to take the loops from' },
    titles: { type: 'boolean', short: 't', help: "the guide's name behind each segment" },
  },
  run,
};

async function run(input: CommandInput): Promise<ExitCode> {
  const { files, options, output } = input;
  const { engine, guide } = await commandEngine(textOption(input, 'guide'));
  const paint = painter(output.colour);
  for await (const set of engine.trace(readInput(files[0] ?? '-', new Progress()), { guide })) {
    const { header, interchange, group, transaction } = set;
    output.line(`${paint('bold', `${header.transactionSet} ${header.controlNumber}`)}  ${paint('dim', `${set.guide}, interchange ${interchange}, group ${group}, set ${transaction}`)}`);
    for (const node of set.children) {
      for (const line of lines(node, '  ', options.titles === true, paint)) output.line(line);
      await output.flush();
    }
  }
  return ExitCode.clean;
}

function* lines(node: TracedNode, indent: string, titles: boolean, paint: Painter): Generator<string> {
  if (node.kind === 'loop') {
    yield `${' '.repeat(ORDINAL_WIDTH)} ${indent}${paint('cyan', node.loopId)} ${paint('dim', node.title)}`;
    for (const child of node.children) yield* lines(child, `${indent}  `, titles, paint);
    return;
  }
  const { segment, title, at } = node;
  const rest = printable(segment.raw.slice(segment.id.length));
  const tag = title === undefined ? paint('red', segment.id) : paint('green', segment.id);
  const note = title === undefined ? paint('red', '  (not in the guide)') : titles ? paint('dim', `  ${title}`) : '';
  yield `${paint('dim', String(at.segment ?? '').padStart(ORDINAL_WIDTH))} ${indent}${tag}${rest}${note}`;
}

// Control characters could steer the terminal.
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '\uFFFD');
}
