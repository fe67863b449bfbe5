import type { AnyCommand } from './command.js';

/** What `--help` prints. */
export function generalHelp(commands: readonly AnyCommand[]): string {
  const rows = [{ name: 'start', usage: '', summary: 'Starts the server; so does no command at all.' }, ...commands];
  const width = Math.max(...rows.map((row) => callOf(row).length));
  return `${[
    'ediloom-server: clearinghouse and EDI platform over HTTP',
    '',
    'Usage: ediloom-server [COMMAND] [OPTIONS]',
    '',
    ...rows.map((row) => `  ${callOf(row).padEnd(width)}  ${row.summary}`),
    '',
    'ediloom-server COMMAND --help tells more. Commands work on the running server, or on the store when none runs.',
    '--json prints results as JSON. Settings are environment variables; the README lists them.',
  ].join('\n')}\n`;
}

/** What `COMMAND --help` prints. */
export function helpOf(command: AnyCommand): string {
  const options = Object.entries(command.options ?? {});
  const width = Math.max(0, ...options.map(([name]) => name.length));
  return `${[
    `Usage: ediloom-server ${callOf(command)}`,
    '',
    command.summary,
    ...(options.length > 0 ? [''] : []),
    ...options.map(([name, { help }]) => `  --${name.padEnd(width)}  ${help}`),
  ].join('\n')}\n`;
}

function callOf({ name, usage }: Pick<AnyCommand, 'name' | 'usage'>): string {
  return usage === '' ? name : `${name} ${usage}`;
}
