import { readFile } from 'node:fs/promises';
import { GuideShelf } from '../../../inspector/worker/guide-shelf.js';
import { Inspection } from '../../../inspector/worker/inspection.js';

const ROOT = new URL('../../../../', import.meta.url);

/** The guides of the repository, as the page's server has them; a name that `isLost` says yes to does not come. */
export function repositoryShelf(isLost: (name: string) => boolean = () => false): GuideShelf {
  return new GuideShelf(async (name) => {
    if (isLost(name)) throw new Error('not there');
    return JSON.parse(await readFile(new URL(`guides/${name}`, ROOT), 'utf8'));
  });
}

export async function fixture(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(`fixtures/${name}`, ROOT)));
}

/** A file as the worker has it once it is read and checked, without the worker. */
export async function openedInspection(bytes: Uint8Array<ArrayBuffer>, shelf: GuideShelf): Promise<Inspection> {
  const done: { resolve?: () => void } = {};
  const settled = new Promise<void>((resolve) => {
    done.resolve = resolve;
  });
  const inspection = new Inspection(shelf, ({ phase }) => {
    if (phase === 'done' || phase === 'failed') done.resolve?.();
  });
  inspection.open(bytes);
  await settled;
  return inspection;
}
