import { compileGuide } from '../guide/compile.js';
import { checkGuide } from '../guide/check-guide.js';
import { guideTypes } from '../guide/guide-types.js';
import { applyOverlay } from '../guide/apply-overlay.js';
import { listGuides, loadDictionaries, loadGuide } from '../guides/catalogue.js';
import { isX12Error } from '../model/error.js';
import type { Command, CommandInput } from './command.js';
import { findGuide, isOverlay } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { guideTree } from './guide-tree.js';
import { readJson } from './input.js';
import { painter } from './output.js';

/** `ediloom guides`: list, show, check. */
export const guidesCommand: Command = {
  name: 'guides',
  arguments: '[ID] | check FILE',
  summary: 'Lists the guides, shows one as a tree, or checks a guide or overlay of your own',
  files: { min: 0, max: 2 },
  options: {
    types: { type: 'boolean', short: 't', help: "print the TypeScript type of the guide's JSON" },
    json: { type: 'boolean', short: 'j', help: 'the list, or the guide itself, as JSON' },
  },
  notes: ['ID is a guide of the package (270-005010X279A1, or 270 where that is enough) or a file with a guide or overlay.'],
  run,
};

async function run(input: CommandInput): Promise<ExitCode> {
  const [first, second] = input.files;
  if (first === undefined) return list(input);
  if (first === 'check') {
    if (second === undefined) throw new CommandError('Name the file: ediloom guides check FILE');
    return check(input, second);
  }
  if (second !== undefined) throw new CommandError('There are too many arguments: ediloom guides [ID] | check FILE');
  return show(input, first);
}

async function list({ options, output }: CommandInput): Promise<ExitCode> {
  const entries = await listGuides();
  const paint = painter(output.colour);
  if (options.json === true) output.line(JSON.stringify(entries, undefined, 2));
  else for (const entry of entries) output.line(`${paint('bold', entry.id.padEnd(22))} ${entry.kind.padEnd(5)} ${entry.confidence.padEnd(6)} ${entry.title}`);
  return ExitCode.clean;
}

async function show({ options, output }: CommandInput, name: string): Promise<ExitCode> {
  const guide = await findGuide(name);
  if (options.json === true) output.line(JSON.stringify(guide, undefined, 2));
  else if (options.types === true) output.text(guideTypes(guide, `Set${guide.x12.transactionSet.replace(/[^A-Za-z0-9]/g, '')}`));
  else for (const line of guideTree(compileGuide(guide, { dictionaries: await loadDictionaries() }), painter(output.colour))) output.line(line);
  return ExitCode.clean;
}

async function check({ output }: CommandInput, file: string): Promise<ExitCode> {
  const json = await readJson(file, 'a guide or an overlay');
  const problems = isOverlay(json) ? await overlayProblems(json) : checkGuide(json);
  for (const { pointer, text } of problems) output.line(`${pointer || '/'}: ${text}`);
  output.line(problems.length === 0 ? 'The guide is sound.' : `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`);
  return problems.length === 0 ? ExitCode.clean : ExitCode.findings;
}

type Overlay = Parameters<typeof applyOverlay>[1];
type Problems = ReturnType<typeof checkGuide>;

async function overlayProblems(overlay: Overlay): Promise<Problems> {
  const base = await loadGuide(overlay.base);
  try {
    applyOverlay(base, overlay);
    return [];
  } catch (error) {
    if (!isX12Error(error) || !Array.isArray(error.details.problems)) throw error;
    return error.details.problems as Problems; // what X12_GUIDE_INVALID carries, as its documentation says
  }
}
