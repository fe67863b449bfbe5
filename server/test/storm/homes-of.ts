import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isOnPostgres } from '../support/store-factory.js';

/** The data folders of the processes of a storm: two on PostgreSQL. Objects on disk are in one that both share. */
export function homesOf(folder: string): readonly string[] {
  return Array.from({ length: isOnPostgres ? 2 : 1 }, (_, at) => homeOf(folder, at));
}

function homeOf(folder: string, at: number): string {
  const home = join(folder, `data-${at}`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (at === 0) mkdirSync(join(home, 'objects'), { mode: 0o700 });
  else symlinkSync(join(folder, 'data-0', 'objects'), join(home, 'objects'));
  return home;
}
