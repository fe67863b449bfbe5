import { basename } from 'node:path';
import { applyOverlay } from '../guide/overlay/apply-overlay.js';
import { loadGuide } from '../guides/catalogue.js';
import { overlayOfStatements } from '../guides/overlay-of-statements.js';
import { isX12Error } from '../model/error.js';
import { type CommandInput, listOption, textOption } from './command.js';
import { findGuide } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { toOutputFile } from './output-file.js';
import { printable } from './printable.js';

/** `ediloom guides init OVERLAY.json`: an overlay made of statements; written only where it narrows its base. */
export async function initOverlay(input: CommandInput): Promise<ExitCode> {
  const { files, options, errors } = input;
  const [, file = ''] = files;
  const base = textOption(input, 'base');
  if (options.output !== undefined) throw new CommandError('init takes the file as: ediloom guides init OVERLAY.json');
  if (base === undefined) throw new CommandError('Say what is to be narrowed: --base 850-004010');
  // An overlay names its base as the package has it.
  const guide = await loadGuide((await findGuide(base)).$id.replace(/^.*:/, ''));
  const name = textOption(input, 'name') ?? basename(file).replace(/\..*$/, '');
  try {
    const overlay = overlayOfStatements(guide, name, listOption(input, 'set'));
    applyOverlay(guide, overlay);
    // The file is what is written, and nothing that is read.
    const write = { ...input, files: [], options: { ...options, output: file } };
    const code = await toOutputFile(write, async ({ output }) => {
      output.line(JSON.stringify(overlay, undefined, 2));
      return ExitCode.clean;
    });
    errors.line(printable(`${file} narrows ${overlay.base}. Read by it: --guide ${file}`));
    return code;
  } catch (error) {
    if (!isX12Error(error, 'X12_GUIDE_INVALID') || error.details.problems.length === 0) throw error;
    for (const { pointer, text } of error.details.problems) errors.line(printable(`${pointer || '/'}: ${text}`));
    throw new CommandError('The overlay would not narrow its base, and was not written.');
  }
}
