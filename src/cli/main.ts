#!/usr/bin/env node
import { ExitCode } from './exit.js';
import { Output } from './output.js';
import { run } from './run.js';

// A reader that went away (`| head`) is no fault: stop quietly, as other tools do.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? ExitCode.clean : ExitCode.usage);
});
process.exitCode = await run(process.argv.slice(2), new Output(process.stdout), new Output(process.stderr));
