#!/usr/bin/env node
import { installedPackages, missingText } from './start/installed-packages.js';

// What the server writes has payloads and keys in it: nobody else of the machine is to read it, whatever the shell was set to.
process.umask(0o077);
// Whoever reads may have read enough, as `head` has: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
// Before anything is loaded that may not be there.
const missing = missingText(installedPackages());
if (missing === undefined) {
  const { runCommandLine } = await import('./start/run-command-line.js');
  process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
    width: process.stdout.columns,
  });
} else {
  process.stderr.write(`${missing}\n`);
  process.exitCode = 1;
}
