import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../../delivery/aborted.js';
import type { TransportReason } from '../../delivery/transport-reasons.js';
import { TRANSPORT_REASONS } from '../../delivery/transport-reasons.js';
import { joinPath } from '../virtual-files/virtual-path.js';
import { isPlainName, isTemporaryName, visibleName } from './file-names.js';
import { compileGlobs } from './glob.js';
import { looksSame } from './pickup-record.js';
import type { RemoteFile } from './remote-files.js';
import type { InboundSettings, SkippedFile } from './settings.js';

/** Milliseconds of work on names at a stretch. */
const TURN = 10;

/** A file of the inbox that may be taken. */
export interface ReadyFile {
  readonly file: RemoteFile;
  readonly path: string;
  /** Path of the file that says so; absent where stability did. */
  readonly trigger?: string | undefined;
  /** False: its name fits, and it is not ready; an earlier round may have left it to be removed. */
  readonly ready: boolean;
}

export interface ReadyFilesOptions {
  readonly list: () => Promise<readonly RemoteFile[]>;
  readonly settings: InboundSettings;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** What the inbox has, in order: files whose names fit, and whether each is ready. */
export async function readyFiles(options: ReadyFilesOptions): Promise<readonly ReadyFile[]> {
  const { list, settings, wait, signal } = options;
  const { directory, triggerSuffix, stableMs = 10_000, order = 'name', accepts = () => true } = settings;
  const fits = nameFilter(settings);
  const first = await list();
  const found = (files: readonly RemoteFile[]) =>
    inTurns(files, (file) => file.kind === 'file' && fits(file.name) && accepts(file));
  const firstFound = await found(first);
  if (triggerSuffix !== undefined) {
    const names = new Set(first.map(({ name }) => name));
    const files = firstFound.filter(({ name }) => !name.endsWith(triggerSuffix));
    return inOrder(files, order).map((file) => {
      const trigger = file.name + triggerSuffix;
      const path = joinPath(directory, file.name);
      return { file, path, trigger: joinPath(directory, trigger), ready: names.has(trigger) };
    });
  }
  let second = firstFound;
  if (stableMs > 0 && firstFound.length > 0) {
    await wait(stableMs, signal);
    throwIfAborted(signal);
    second = await found(await list());
  }
  const before = new Map(first.map((file) => [file.name, file]));
  return inOrder(second, order).map((file) => {
    const earlier = before.get(file.name);
    return { file, path: joinPath(directory, file.name), ready: earlier !== undefined && looksSame(earlier, file) };
  });
}

/** Those that are wanted. Patterns of names take their time, and a server may list a hundred thousand: others have their turns meanwhile. */
async function inTurns(
  files: readonly RemoteFile[],
  wanted: (file: RemoteFile) => boolean,
): Promise<readonly RemoteFile[]> {
  const found: RemoteFile[] = [];
  let began = performance.now();
  for (const file of files) {
    if (wanted(file)) found.push(file);
    if (performance.now() - began < TURN) continue;
    await setImmediate();
    began = performance.now();
  }
  return found;
}

/** The report of a file that is left. */
export function skipped(name: string, reason: TransportReason, error?: unknown): SkippedFile {
  const text = TRANSPORT_REASONS[reason].text;
  return { name: visibleName(name), reason, text, ...(error === undefined ? {} : { error }) };
}

/** Names that no file system of ours would take are reported, whatever the patterns: a server that lists them is broken or hostile. */
function nameFilter({ include, exclude = [], onSkipped }: InboundSettings): (name: string) => boolean {
  const included = include === undefined ? () => true : compileGlobs(include);
  const excluded = compileGlobs(exclude);
  const reported = new Set<string>();
  return (name) => {
    if (isPlainName(name)) return !isTemporaryName(name) && included(name) && !excluded(name);
    if (name !== '.' && name !== '..' && !reported.has(name)) {
      reported.add(name);
      onSkipped?.(skipped(name, 'name-refused'));
    }
    return false;
  };
}

function inOrder(files: readonly RemoteFile[], order: 'name' | 'modified'): readonly RemoteFile[] {
  const byName = [...files].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return order === 'name' ? byName : byName.sort((a, b) => (a.modified ?? 0) - (b.modified ?? 0));
}
