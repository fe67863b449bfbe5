import { nameAdvice, quotedName } from '../model/nearest-name.js';
import type { Command, OptionSpec } from './command.js';
import { type CompletionTable, completionScript, SHELLS } from './completion-scripts.js';
import { CommandError, ExitCode } from './exit.js';

/**
 * `ediloom completion`: what a shell offers behind a Tab. The table of commands and the guides of the package are in the script, so that a
 * Tab starts no program.
 */
export function completionCommand(
  commands: () => readonly Command[],
  guides: () => Promise<readonly { readonly id: string }[]>,
): Command {
  return {
    name: 'completion',
    arguments: SHELLS.join('|'),
    summary: 'Prints a script that completes commands, options and guides in a shell',
    files: { min: 1, max: 1 },
    options: {},
    notes: [
      'bash: ediloom completion bash > ~/.local/share/bash-completion/completions/ediloom',
      'zsh:  ediloom completion zsh > a file named _ediloom in a folder of $fpath',
      'fish: ediloom completion fish > ~/.config/fish/completions/ediloom.fish',
      'Make it again after an update.',
    ],
    run: async ({ files, output }) => {
      const [shell = ''] = files;
      const known = SHELLS.find((name) => name === shell);
      if (known === undefined)
        throw new CommandError(`There is no script for "${quotedName(shell)}".${nameAdvice(shell, SHELLS)}`);
      const ids = (await guides()).map(({ id }) => id);
      output.text(completionScript(known, { guides: ids, commands: commands().map(tableRow) }));
      return ExitCode.clean;
    },
  };
}

function tableRow({ name, summary, arguments: words, options }: Command): CompletionTable['commands'][number] {
  const specs = { ...options, help: { type: 'boolean', short: 'h', help: 'show its help' } satisfies OptionSpec };
  return {
    name,
    summary,
    // `[ID] | check FILE | diff A B`: the small words are to be written as they stand.
    words: /FILE|PATH|json/.test(words) && !words.includes('|') ? [] : (words.match(/(?<=^|\| ?)[a-z][a-z\d]*/g) ?? []),
    takesGuide: /^\[?ID\b/.test(words),
    options: Object.entries(specs).map(([option, spec]: [string, OptionSpec]) => ({
      name: option,
      short: spec.short,
      help: spec.help,
      ...valuesOf(spec),
    })),
  };
}

/** Names of values that stand for what a person has to know. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(['NAME', 'NAMES', 'ID', 'PATH']);

function valuesOf({
  type,
  value = '',
}: OptionSpec): Pick<CompletionTable['commands'][number]['options'][number], 'takes' | 'values'> {
  if (type === 'boolean') return { takes: 'nothing', values: [] };
  if (value.startsWith('ID|PATH')) return { takes: 'guide', values: [] };
  if (/FILE|PATH|DIR|json|PREFIX/.test(value)) return { takes: 'file', values: [] };
  const words = value.includes('|') ? value.split('|').filter((word) => !PLACEHOLDERS.has(word)) : [];
  return { takes: 'word', values: words };
}
