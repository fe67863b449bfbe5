import type { Services } from '../exchange/services.js';
import { ulid } from '../ids.js';
import { named } from '../reading/named-guide.js';
import {
  type BaseGuide,
  demandFragmentPath,
  findBase,
  type PreparedDefinition,
  prepareDefinition,
} from '../resources/guides/prepare-definition.js';
import { guideNamed } from '../resources/guides/rows.js';
import { readRows } from '../store/account-queries.js';
import type { Guides } from '../store/tables.js';
import type { FileGuide } from './file-schema.js';
import { at } from './report.js';

/** A guide of a file that the worker has checked, and the guide of the same name that is there. */
export interface PreparedGuide {
  readonly name: string;
  readonly id: string;
  readonly prepared: PreparedDefinition;
  readonly fragmentPath: string | undefined;
  readonly before: Guides | undefined;
}

/** Checks the guides of a file, before the transaction. The base of an overlay may be an earlier guide of the file, by its name. */
export async function prepareGuides(
  services: Services,
  accountId: string,
  guides: readonly FileGuide[],
): Promise<readonly PreparedGuide[]> {
  const byName = new Map<string, BaseGuide>();
  const done: PreparedGuide[] = [];
  for (const [index, { name, definition, fragmentPath }] of guides.entries()) {
    const guide = await at(`/guides/${index}`, async () => {
      const before = await ownGuideNamed(services, accountId, name);
      const given = { ...definition, ...(await baseByName(services, accountId, definition)) };
      const baseOf: typeof findBase = async (...args) => byName.get(String(definition.base)) ?? findBase(...args);
      const prepared = await prepareDefinition(services, accountId, given, { baseOf });
      if (fragmentPath !== undefined) demandFragmentPath(prepared.guide, fragmentPath);
      const id = before?.id ?? ulid(services.clock);
      return { name, id, prepared, fragmentPath, before };
    });
    const { id, prepared } = guide;
    byName.set(name, { id, guide: named(prepared.guide, id) });
    done.push(guide);
  }
  return done;
}

/** An overlay may name its base as the account calls it. */
async function baseByName(
  services: Services,
  accountId: string,
  { overlay, base }: FileGuide['definition'],
): Promise<{ readonly base?: string }> {
  if (overlay === undefined || typeof base !== 'string') return {};
  const own = await ownGuideNamed(services, accountId, base);
  return own === undefined ? {} : { base: own.id };
}

/** An own guide; none, where a guide of the server has the name as its id. */
async function ownGuideNamed(services: Services, accountId: string, name: string): Promise<Guides | undefined> {
  const builtIn = await services.guides.builtIn();
  if (builtIn.some(({ id }) => id === name)) return undefined;
  return readRows(services.store, accountId, (queries) => guideNamed(queries, name));
}
