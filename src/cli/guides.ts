import { stat } from 'node:fs/promises';
import { checkGuide, type GuideProblem } from '../guide/check/check-guide.js';
import { compileGuide } from '../guide/compile/compile.js';
import { guideTypes } from '../guide/document/guide-types.js';
import { withEscapedControls } from '../guide/document/without-controls.js';
import { applyOverlay } from '../guide/overlay/apply-overlay.js';
import { listGuides, loadDictionaries, loadGuide } from '../guides/catalogue.js';
import { STATEMENT_FORMS } from '../guides/overlay-of-statements.js';
import { isX12Error } from '../model/error.js';
import type { Guide } from '../model/guide.js';
import { nearestName } from '../model/nearest-name.js';
import type { Command, CommandInput } from './command.js';
import { findGuide, isOverlay } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { diffGuides } from './guide-diff.js';
import { documentGuide } from './guide-document.js';
import { initOverlay } from './guide-init.js';
import { guideTree } from './guide-tree.js';
import { guideWarnings } from './guide-warnings.js';
import { readJson } from './input.js';
import { OUTPUT_FILE_OPTIONS, toOutputFile } from './output-file.js';
import { printable } from './printable.js';

/** `ediloom guides`: list, show, check, compare, and begin an overlay. */
export const guidesCommand: Command = {
  name: 'guides',
  arguments: '[ID] | check FILE | diff A B | init OVERLAY.json',
  summary: 'Lists and shows guides, compares two, checks one of your own, or begins an overlay',
  files: { min: 0, max: 3 },
  options: {
    types: { type: 'boolean', short: 't', help: "print a module of the TypeScript types of the guide's JSON" },
    html: { type: 'boolean', help: 'a page for partners: loops, segments, elements, codes and rules; it prints' },
    markdown: { type: 'boolean', help: 'the same as Markdown' },
    json: { type: 'boolean', short: 'j', help: 'the list, the guide itself, or the differences, as JSON' },
    base: { type: 'string', value: 'ID', help: 'with init: the guide to be narrowed' },
    set: {
      type: 'string',
      short: 's',
      value: 'STATEMENT',
      multiple: true,
      help: 'with init: what is narrowed; once or more',
    },
    name: { type: 'string', value: 'NAME', help: 'with init: name of the overlay; by default that of the file' },
    ...OUTPUT_FILE_OPTIONS,
    force: { type: 'boolean', short: 'f', help: 'with --output or init: replace a file that is there' },
  },
  notes: [
    'ID is a guide of the package (270-005010X279A1, or 270 where that is enough) or a file with a guide or overlay, as are A and B.',
    'A STATEMENT is an element path and one of:',
    `  ${STATEMENT_FORMS.join(', ')}`,
    "Try: ediloom guides init mill.json --base 850-004010 --set 'BEG/03 max 10' --set 'BEG/02 codes SA,RL' --set 'DTM repeat 2'",
    'Exit code 1: check found problems, or diff a difference. A warning of check, as of a pattern that may take years, is none.',
  ],
  run,
};

/** What a first word stands for that is no guide, and how many words follow it. */
const ACTIONS: Readonly<
  Record<string, { readonly words: number; readonly run: (input: CommandInput) => Promise<ExitCode> }>
> = {
  check: { words: 1, run: check },
  diff: { words: 2, run: diffGuides },
  init: { words: 1, run: initOverlay },
};

async function run(input: CommandInput): Promise<ExitCode> {
  const [first, ...rest] = input.files;
  const action = first !== undefined && Object.hasOwn(ACTIONS, first) ? ACTIONS[first] : undefined;
  if (first !== 'init') {
    const alone = ['base', 'set', 'name'].find((name) => input.options[name] !== undefined);
    if (alone !== undefined) throw new CommandError(`--${alone} is for: ediloom guides init OVERLAY.json`);
  }
  if (rest.length !== (action?.words ?? 0)) {
    const meant = first === undefined || action !== undefined ? undefined : nearestName(first, Object.keys(ACTIONS));
    const what = rest.length > (action?.words ?? 0) ? 'There are too many arguments' : 'An argument is missing';
    const did = meant === undefined ? '' : ` Did you mean ${meant}?`;
    throw new CommandError(`${what}: ediloom guides ${guidesCommand.arguments}.${did}`);
  }
  refuseUnread(input, first, action !== undefined);
  if (first === 'init') return initOverlay(input);
  return toOutputFile(input, (to) => {
    if (action !== undefined) return action.run(to);
    return first === undefined ? list(to) : show(to, first);
  });
}

/** A form that nothing is printed in would look as if it had been heeded. */
function refuseUnread({ options }: CommandInput, first: string | undefined, isAction: boolean): void {
  if (first !== undefined && !isAction) return;
  const form = ['types', 'html', 'markdown'].find((one) => options[one] === true);
  if (form !== undefined) throw new CommandError(`--${form} shows one guide: ediloom guides ID --${form}`);
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

async function show(input: CommandInput, name: string): Promise<ExitCode> {
  const { options, output } = input;
  const forms = ['types', 'html', 'markdown', 'json'].filter((form) => options[form] === true);
  if (forms.length > 1) throw new CommandError(`--${forms.join(' and --')} are two forms: take one.`);
  if (options.html === true || options.markdown === true) return documentGuide(input, name);
  const guide = await findGuide(name);
  if (options.json === true) output.line(withEscapedControls(JSON.stringify(guide, undefined, 2)));
  else if (options.types === true) output.text(guideTypes(guide));
  else
    for (const line of guideTree(compileGuide(guide, { dictionaries: await loadDictionaries() }), output.paint))
      output.line(line);
  return ExitCode.clean;
}

async function check({ files, output }: CommandInput): Promise<ExitCode> {
  const [, file = '-'] = files;
  await refusePackaged(file);
  const json = await readJson(file, 'a guide or an overlay');
  const problems = await problemsOf(json);
  for (const { pointer, text } of problems) output.line(printable(`${pointer || '/'}: ${text}`));
  for (const warning of guideWarnings(json)) output.line(printable(warning));
  const noun = isOverlay(json) ? 'overlay' : 'guide';
  const many = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  output.line(problems.length === 0 ? `The ${noun} is sound.` : `${many}.`);
  return problems.length === 0 ? ExitCode.clean : ExitCode.findings;
}

/** Everywhere else a guide of the package is named by its id. */
async function refusePackaged(file: string): Promise<void> {
  const known = (await listGuides()).find(({ id, version, set }) => [id, version, set].includes(file));
  if (known === undefined || (await stat(file).catch(() => undefined)) !== undefined) return;
  throw new CommandError(
    `check takes a file, and ${file} is no file but a guide of the package, which is sound. To see it: ediloom guides ${file}`,
  );
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
