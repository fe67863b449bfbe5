import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Processes of this machine that were started with these words, or see mounts of a folder of this name. */
export function processesOf(words: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => ['cmdline', 'mountinfo'].some((file) => textOf(`/proc/${pid}/${file}`).includes(words)));
}

/** Mounts that others than a box see. */
export function mountsOf(folder: string): readonly string[] {
  return textOf('/proc/self/mountinfo')
    .split('\n')
    .filter((line) => line.includes(folder));
}

/** Folders of functions that were begun and not ended, and whatever lies where boxes are made over. */
export function halfMade(home: string): readonly string[] {
  const parts = listOf(join(home, 'functions')).filter((name) => name.endsWith('.part'));
  return [...parts, ...listOf(join(home, 'box'))];
}

/** Folders with the sockets of ways out; one whose process was killed before it had listened there goes a minute later. */
export function gatesOf(temporary: string): readonly string[] {
  return listOf(temporary).filter(
    (name) => name.startsWith('ediloom-gates-') && existsSync(join(temporary, name, 'alive')),
  );
}

function listOf(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** It may end at any moment, and others' are not for everybody. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
