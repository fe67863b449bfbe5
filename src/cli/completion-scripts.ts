/** What a shell can complete. */
export interface CompletionTable {
  readonly guides: readonly string[];
  readonly commands: readonly {
    readonly name: string;
    readonly summary: string;
    /** First words that the command knows. */
    readonly words: readonly string[];
    /** Whether its first word may be a guide. */
    readonly takesGuide: boolean;
    readonly options: readonly {
      readonly name: string;
      readonly short: string | undefined;
      readonly help: string;
      readonly takes: 'nothing' | 'guide' | 'file' | 'word';
      readonly values: readonly string[];
    }[];
  }[];
}

type Row = CompletionTable['commands'][number];
type Option = Row['options'][number];

const SCRIPTS = { bash, zsh, fish } as const;

export type Shell = keyof typeof SCRIPTS;
export const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

export function completionScript(shell: Shell, table: CompletionTable): string {
  return `${SCRIPTS[shell](table).join('\n')}\n`;
}

/** Options that take a value, as both bash and zsh look at the word in front. */
function cases(row: Row, complete: (option: Option) => string): readonly string[] {
  return row.options
    .filter(({ takes }) => takes !== 'nothing')
    .map((option) => `        ${spellings(option).join('|')}) ${complete(option)}; return ;;`);
}

function spellings({ name, short }: Option): readonly string[] {
  return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
}

function bash({ guides, commands }: CompletionTable): readonly string[] {
  const value = ({ takes, values }: Option): string => {
    if (takes === 'guide') return '_ediloom_words "$guides"; _ediloom_files';
    return takes === 'file' ? '_ediloom_files' : `_ediloom_words "${values.join(' ')}"`;
  };
  const names = commands.map(({ name }) => name).join(' ');
  return [
    '# bash completion of ediloom, made by: ediloom completion bash',
    '_ediloom_words() { COMPREPLY+=($(compgen -W "$1" -- "$word")); }',
    '_ediloom_files() { compopt -o filenames 2>/dev/null; local file; while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$word"); }',
    '_ediloom() {',
    '  COMPREPLY=()',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what the shell reads.
    '  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}',
    `  local guides="${guides.join(' ')}"`,
    `  if ((COMP_CWORD == 1)); then _ediloom_words "${names} help --help --version"; return; fi`,
    '  case $command in',
    `    help) _ediloom_words "${names}" ;;`,
    ...commands.flatMap((row) => [
      `    ${row.name})`,
      '      case $before in',
      ...cases(row, value),
      '      esac',
      `      if [[ $word == -* ]]; then _ediloom_words "${row.options.map(({ name }) => `--${name}`).join(' ')}"; return; fi`,
      ...(row.words.length > 0 || row.takesGuide
        ? [
            `      if ((COMP_CWORD == 2)); then _ediloom_words "${row.words.join(' ')}${row.takesGuide ? ' $guides' : ''}"; fi`,
          ]
        : []),
      '      _ediloom_files ;;',
    ]),
    '  esac',
    '}',
    'complete -F _ediloom ediloom',
  ];
}

function zsh({ guides, commands }: CompletionTable): readonly string[] {
  const value = ({ takes, values }: Option): string => {
    if (takes === 'guide') return 'compadd -a guides; _files';
    return takes === 'file' ? '_files' : `compadd -- ${values.join(' ')}`;
  };
  return [
    '#compdef ediloom',
    '# zsh completion of ediloom, made by: ediloom completion zsh',
    '_ediloom() {',
    `  local -a guides=(${guides.join(' ')})`,
    '  local -a commands=(',
    ...commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`),
    '  )',
    '  if ((CURRENT == 2)); then _describe command commands; return; fi',
    '  local before=$words[CURRENT-1] word=$words[CURRENT]',
    '  case $words[2] in',
    '    help) _describe command commands ;;',
    ...commands.flatMap((row) => [
      `    ${row.name})`,
      '      case $before in',
      ...cases(row, value),
      '      esac',
      `      if [[ $word == -* ]]; then compadd -- ${row.options.map(({ name }) => `--${name}`).join(' ')}; return; fi`,
      ...(row.words.length > 0 ? [`      if ((CURRENT == 3)); then compadd -- ${row.words.join(' ')}; fi`] : []),
      ...(row.takesGuide ? ['      if ((CURRENT == 3)); then compadd -a guides; fi'] : []),
      '      _files ;;',
    ]),
    '  esac',
    '}',
    '_ediloom "$@"',
  ];
}

function fish({ guides, commands }: CompletionTable): readonly string[] {
  const first = 'complete -c ediloom -n __fish_use_subcommand -f';
  return [
    '# fish completion of ediloom, made by: ediloom completion fish',
    `set -g __ediloom_guides ${guides.join(' ')}`,
    ...commands.map(({ name, summary }) => `${first} -a ${name} -d ${quoted(summary)}`),
    ...commands.flatMap((row) => {
      const own = `complete -c ediloom -n '__fish_seen_subcommand_from ${row.name}'`;
      const words = [...row.words, ...(row.takesGuide ? ['$__ediloom_guides'] : [])];
      const values: Readonly<Record<Option['takes'], (option: Option) => string>> = {
        nothing: () => '',
        guide: () => ' -r -a "$__ediloom_guides"',
        file: () => ' -r -F',
        word: ({ values }) => (values.length === 0 ? ' -x' : ` -x -a ${quoted(values.join(' '))}`),
      };
      const options = row.options.map((option) => {
        const short = option.short === undefined ? '' : ` -s ${option.short}`;
        return `${own} -l ${option.name}${short}${values[option.takes](option)} -d ${quoted(option.help)}`;
      });
      return words.length === 0 ? options : [`${own} -a "${words.join(' ')}"`, ...options];
    }),
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
