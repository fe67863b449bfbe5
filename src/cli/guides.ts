import { applyOverlay } from '../guide/apply-overlay.js';
import { checkGuide, type GuideProblem } from '../guide/check-guide.js';
import { compileGuide } from '../guide/compile.js';
import { guideTypes } from '../guide/guide-types.js';
import { listGuides, loadDictionaries, loadGuide } from '../guides/catalogue.js';
import { isX12Error } from '../model/error.js';
import type { Guide } from '../model/guide.js';
import type { Command, CommandInput } from './command.js';
import { findGuide, isOverlay } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { guideTree } from './guide-tree.js';
import { readJson } from './input.js';

/** `ediloom guides`: list, show, check. */
export const guidesCommand: Command = {
  name: 'guides',
  arguments: '[ID] | check FILE',
  summary: 'Lists the guides, shows one as a tree, or checks a guide or overlay of your own',
  files: { min: 0, max: 2 },
  options: {
    types: { type: 'boolean', short: 't', help: "print a module of the TypeScript types of the guide's JSON" },
    json: { type: 'boolean', short: 'j', help: 'the list, or the guide itself, as JSON' },
  },
  notes: [
    'ID is a guide of the package (270-005010X279A1, or 270 where that is enough) or a file with a guide or overlay.',
  ],
  run,
};

async function run(input: CommandInput): Promise<ExitCode> {
  const [first, second] = input.files;
  if (first === undefined) return list(input);
  if (first === 'check') {
    if (second === undefined) throw new CommandError('Name the file: ediloom guides check FILE');
    return check(input);
  }
  if (second !== undefined) throw new CommandError('There are too many arguments: ediloom guides [ID] | check FILE');
  return show(input, first);
}

async function list({ options, output }: CommandInput): Promise<ExitCode> {
  const entries = await listGuides();
  const { paint } = output;
  if (options.json === true) output.line(JSON.stringify(entries, undefined, 2));
  else
    for (const entry of entries)
      output.line(
        `${paint('bold', entry.id.padEnd(22))} ${entry.kind.padEnd(5)} ${entry.confidence.padEnd(6)} ${entry.title}`,
      );
  return ExitCode.clean;
}

async function show({ options, output }: CommandInput, name: string): Promise<ExitCode> {
  const guide = await findGuide(name);
  if (options.json === true) output.line(JSON.stringify(guide, undefined, 2));
  else if (options.types === true) output.text(guideTypes(guide));
  else
    for (const line of guideTree(compileGuide(guide, { dictionaries: await loadDictionaries() }), output.paint))
      output.line(line);
  return ExitCode.clean;
}

async function check({ files, output }: CommandInput): Promise<ExitCode> {
  const json = await readJson(files[1] ?? '-', 'a guide or an overlay');
  const problems = await problemsOf(json);
  for (const { pointer, text } of problems) output.line(`${pointer || '/'}: ${text}`);
  const noun = isOverlay(json) ? 'overlay' : 'guide';
  const many = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  output.line(problems.length === 0 ? `The ${noun} is sound.` : `${many}.`);
  return problems.length === 0 ? ExitCode.clean : ExitCode.findings;
}

// What can only be seen when the parts meet, such as the paths of rules, compiling finds.
async function problemsOf(json: unknown): Promise<readonly GuideProblem[]> {
  try {
    if (isOverlay(json)) return await compiled(applyOverlay(await loadGuide(json.base), json));
    const problems = checkGuide(json);
    return problems.length > 0 ? problems : await compiled(json as Guide); // without problems it is a guide
  } catch (error) {
    if (!isX12Error(error, 'X12_GUIDE_INVALID')) throw error;
    const { problems } = error.details;
    if (problems.length === 0) return [{ pointer: '', text: error.message }];
    return problems.map(({ pointer = '', text }) => ({ pointer, text }));
  }
}

async function compiled(guide: Guide): Promise<readonly GuideProblem[]> {
  compileGuide(guide, { dictionaries: await loadDictionaries() });
  return [];
}
