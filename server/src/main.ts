#!/usr/bin/env node
import { runCommandLine } from './start/run-command-line.js';

// What the server writes has payloads and keys in it: nobody else of the machine is to read it, whatever the shell was set to.
process.umask(0o077);
// Whoever reads may have read enough, as `head` has: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  width: process.stdout.columns,
});
