import { basename } from 'node:path';
import { applyOverlay } from '../guide/apply-overlay.js';
import type { GuideProblem } from '../guide/check-guide.js';
import type { OutlinePart } from '../guide/document/outline.js';
import { withComponents } from '../guide/document/outline-words.js';
import { loadGuide } from '../guides/catalogue.js';
import { overlayOfStatements } from '../guides/overlay-of-statements.js';
import { isX12Error } from '../model/error.js';
import type { Guide } from '../model/guide.js';
import { type CommandInput, listOption, textOption } from './command.js';
import { findGuide } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { outlineOf } from './guide-diff.js';
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
    const unknown = await unknownCodes(applyOverlay(guide, overlay), overlay.patch);
    if (unknown.length > 0) {
      throw new CommandError(
        `The base does not have the codes ${unknown.join(', ')}. Take them out; nothing was written.`,
      );
    }
    const write = { ...input, options: { ...options, output: file } };
    const code = await toOutputFile(write, async ({ output }) => {
      output.line(JSON.stringify(overlay, undefined, 2));
      return ExitCode.clean;
    });
    errors.line(printable(`${file} narrows ${overlay.base}. Read by it: --guide ${file}`));
    return code;
  } catch (error) {
    if (!isX12Error(error) || !Array.isArray(error.details.problems)) throw error;
    const problems = error.details.problems as readonly GuideProblem[]; // what X12_GUIDE_INVALID carries, as its documentation says
    for (const { pointer, text } of problems) errors.line(printable(`${pointer || '/'}: ${text}`));
    throw new CommandError('The overlay would not narrow its base, and was not written.');
  }
}

/**
 * Codes of a patch that no value could have: those of base guides are the dictionary's, which only a compiled guide has, and of others
 * nothing is left there.
 */
async function unknownCodes(narrowed: Guide, patch: unknown): Promise<readonly string[]> {
  const allowed = new Map<string, Set<string>>();
  const visit = (part: OutlinePart): void => {
    if (part.kind === 'loop') return part.children.forEach(visit);
    for (const { key, codes = [] } of withComponents(part.elements)) {
      allowed.set(key, new Set([...(allowed.get(key) ?? []), ...codes.map(({ code }) => code)]));
    }
  };
  for (const { children } of (await outlineOf(narrowed)).sections) children.forEach(visit);
  return enumsOf(patch, '').flatMap(([key, codes]) => codes.filter((code) => allowed.get(key)?.has(code) !== true));
}

/** The lists of codes in a patch, each with the property that it is for. */
function enumsOf(value: unknown, key: string): readonly (readonly [string, readonly string[]])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'enum' && Array.isArray(inner)) return [[key, inner.map(String)] as const];
    return enumsOf(inner, name === 'items' ? key : name);
  });
}
