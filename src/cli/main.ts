#!/usr/bin/env node
import { ExitCode } from './exit.js';
import { Output } from './output.js';
import { run } from './run.js';
import { standardOutput, unwritable } from './standard-output.js';

// A reader that went away (`| head`) is no fault: stop quietly, as other tools do.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(ExitCode.clean);
  process.stderr.write(`ediloom: ${unwritable(error).message}\n`, () => process.exit(ExitCode.usage));
});
process.exitCode = await run(process.argv.slice(2), new Output(standardOutput()), new Output(process.stderr));
