import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { demandPattern } from '../../demand-pattern.js';
import { demandApart, demandPolledApart } from '../demand-apart.js';
import { demandOwnDirectories } from '../demand-directories.js';
import { refusedSetting } from '../refused-setting.js';
import type { FolderSettings } from './settings.js';

const SUBDIRECTORIES = ['inboundSubdirectory', 'outboundSubdirectory', 'archiveSubdirectory'] as const;

/**
 * Looks at a folder before anything goes into it. One that is not there may be a volume that is not mounted yet: files for it are tried again,
 * and the server starts.
 * @returns what is to be said of it as a warning.
 * @throws Problem `invalid` with the pointer, where it could never be right.
 */
export function demandFolder(settings: FolderSettings, { dataDir }: { readonly dataDir: string }): string | undefined {
  const { root } = settings;
  if (!isAbsolute(root)) throw refusedSetting('/root', 'begins at the root of the file system');
  demandOwnDirectories(settings, SUBDIRECTORIES);
  demandApart(settings);
  demandPolledApart(settings);
  demandPattern(settings.filterPattern, '/filterPattern');
  const found = realPath(root);
  if (overlaps(found ?? resolve(root), realPath(dataDir) ?? resolve(dataDir))) {
    throw refusedSetting('/root', 'lies apart from DATA_DIR, neither in it nor around it');
  }
  if (found === undefined) return `the directory ${root} is not there. Make it, or mount it; files for it wait.`;
  if (!statSync(found).isDirectory()) throw refusedSetting('/root', 'is a directory');
  for (const member of SUBDIRECTORIES) {
    const path = join(found, settings[member] ?? '');
    const there = realPath(path);
    if (there === undefined) return `the directory ${path} is not there. Make it; it is not made by itself.`;
    if (!isWithin(there, found)) throw refusedSetting(`/${member}`, 'lies below root, also where it is a link');
  }
  if (settings.inboundSubdirectory === undefined) return undefined;
  const inbound = realPath(join(found, settings.inboundSubdirectory));
  for (const member of ['outboundSubdirectory', 'archiveSubdirectory'] as const) {
    if (settings[member] === undefined || realPath(join(found, settings[member])) !== inbound) continue;
    throw refusedSetting('/inboundSubdirectory', `must be another directory than ${member}, also where one is a link`);
  }
  return undefined;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function overlaps(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}
