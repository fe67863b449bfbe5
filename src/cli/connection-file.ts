import { isX12Error } from '../model/error.js';
import { nameAdvice, quotedName } from '../model/nearest-name.js';
import type { ConnectionProblem } from '../transports/connection/check-node.js';
import { readConnectionFile } from '../transports/connection/connection.js';
import { CONNECTION_TEMPLATES } from '../transports/connection/templates.js';
import { type Command, type CommandInput, textOption } from './command.js';
import { CommandError, ExitCode } from './exit.js';
import { OUTPUT_FILE_OPTIONS, toOutputFile } from './output-file.js';
import { printable } from './printable.js';

const KINDS = Object.keys(CONNECTION_TEMPLATES);

/** `ediloom connection`: a connection file to begin with, or all that is wrong with one. */
export const connectionCommand: Command = {
  name: 'connection',
  arguments: '[FILE]',
  summary: 'Checks a connection file without connecting, or prints one to begin with',
  files: { min: 0, max: 1 },
  options: {
    template: { type: 'string', short: 't', value: KINDS.join('|'), help: 'print a file of this kind to fill in' },
    ...OUTPUT_FILE_OPTIONS,
    json: { type: 'boolean', short: 'j', help: 'the problems as JSON' },
  },
  notes: [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is shown as it stands.
    'What is marked <fill in: …> is a problem until it is filled in. Secrets stay out of the file: they are { "file": PATH } or "${NAME}" of the',
    'environment. Exit code 1: there are problems. All settings: ediloom check --schema. To try the connection: ediloom check FILE',
  ],
  run: (input) => toOutputFile(input, run),
};

async function run(input: CommandInput): Promise<ExitCode> {
  const [file] = input.files;
  const kind = textOption(input, 'template');
  if ((file === undefined) === (kind === undefined)) {
    throw new CommandError(`Name a connection file, or a kind: ediloom connection --template ${KINDS.join('|')}`);
  }
  return kind === undefined ? check(input, file ?? '') : template(input, kind);
}

function template({ output }: CommandInput, kind: string): ExitCode {
  const found = Object.hasOwn(CONNECTION_TEMPLATES, kind) ? CONNECTION_TEMPLATES[kind] : undefined;
  if (found === undefined) throw new CommandError(`There is no kind "${quotedName(kind)}".${nameAdvice(kind, KINDS)}`);
  output.line(JSON.stringify(found, undefined, 2));
  return ExitCode.clean;
}

async function check({ output, options }: CommandInput, file: string): Promise<ExitCode> {
  const problems = await problemsOf(file);
  if (options.json === true) output.line(JSON.stringify({ valid: problems.length === 0, problems }, undefined, 2));
  else {
    for (const { pointer, text } of problems) output.line(printable(`${pointer}: ${text}`));
    const many = problems.length === 1 ? '1 problem.' : `${problems.length} problems.`;
    output.line(problems.length === 0 ? 'The connection file is sound.' : many);
  }
  return problems.length === 0 ? ExitCode.clean : ExitCode.findings;
}

async function problemsOf(file: string): Promise<readonly ConnectionProblem[]> {
  try {
    await readConnectionFile(file);
    return [];
  } catch (error) {
    // A file that cannot be read has none.
    if (!isX12Error(error, 'X12_CONNECTION_INVALID') || error.details.problems.length === 0) throw error;
    return error.details.problems.map(({ pointer = '', text }) => ({ pointer, text }));
  }
}
