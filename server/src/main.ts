#!/usr/bin/env node
import { runCommandLine } from './start/run-command-line.js';

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
});
