import { CONNECTION_SCHEMA } from '../transports/connection/connection.js';
import type { Command, CommandInput } from './command.js';
import { JOURNAL_OPTION, openConnectionFile, untilInterrupted } from './connection.js';
import { CommandError, ExitCode } from './exit.js';

/** `ediloom check`: connects, and says what it saw. */
export const checkCommand: Command = {
  name: 'check',
  arguments: '[CONNECTION.json]',
  summary: 'Connects to a partner, changes nothing, and says what it saw: host key, TLS, certificates, directories',
  files: { min: 0, max: 1 },
  options: {
    json: { type: 'boolean', help: 'print the report as JSON' },
    schema: { type: 'boolean', help: 'print the JSON Schema of connection files instead' },
    journal: JOURNAL_OPTION,
  },
  notes: [
    'Exit code 5: a step failed. A host key or fingerprint that is shown can be pinned once the partner confirmed it.',
  ],
  run: (input) => untilInterrupted((signal) => check(input, signal)),
};

async function check(input: CommandInput, signal: AbortSignal): Promise<ExitCode> {
  const { output, files, options } = input;
  if (options.schema === true) {
    output.line(JSON.stringify(CONNECTION_SCHEMA, undefined, 2));
    return ExitCode.clean;
  }
  const [path] = files;
  if (path === undefined) throw new CommandError('Name a connection file: ediloom check CONNECTION.json');
  const { transport } = await openConnectionFile(input, path);
  try {
    const report = await transport.check(signal);
    if (options.json === true) output.line(JSON.stringify(report, undefined, 2));
    else {
      for (const { name, ok, text } of report.steps) {
        const word = ok ? output.paint('green', 'ok    ') : output.paint('red', 'failed');
        output.line(`${word}  ${name}${text === undefined ? '' : `: ${text}`}`);
      }
      const width = Math.max(0, ...Object.keys(report.facts).map((name) => name.length));
      for (const [name, fact] of Object.entries(report.facts)) {
        output.line(`        ${output.paint('dim', name.padEnd(width))}  ${fact}`);
      }
    }
    return report.ok ? ExitCode.clean : ExitCode.unavailable;
  } finally {
    await transport.close();
  }
}
