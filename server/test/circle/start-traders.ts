import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltServer } from '../support/built-server.js';
import type { Hook } from './hook.js';
import { Instance } from './instance.js';
import type { Trader } from './partners.js';

interface Stage {
  readonly built: BuiltServer;
  /** Who listens to both. */
  readonly hook: Hook;
  /** Each has a folder of its own below. */
  readonly folder: string;
}

/** Starts the shop and the mill, which trust the receiver of their webhooks. */
export function startTraders({ built, hook, folder }: Stage): Promise<[shop: Trader, mill: Trader]> {
  const start = async (name: Trader['name']): Promise<Trader> => {
    const own = join(folder, name);
    mkdirSync(own);
    return { name, instance: await Instance.start({ built, folder: own, settings: { TRUSTED_CA_FILE: hook.caFile } }) };
  };
  return Promise.all([start('shop'), start('mill')]);
}
