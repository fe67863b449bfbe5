import type { Services } from '../exchange/services.js';
import { conflict } from '../problems.js';
import { allBuckets, type Bucket } from '../resources/buckets/rows.js';
import { showBucket } from '../resources/buckets/shown.js';
import { liveOf } from '../resources/guides/definition.js';
import { parseGuideId } from '../resources/guides/guide-id.js';
import { publishedGuides } from '../resources/guides/rows.js';
import { allProfiles } from '../resources/profiles/rows.js';
import { showProfile } from '../resources/profiles/shown.js';
import { allSftpUsers, publicKeysOf } from '../resources/sftp-users/rows.js';
import { readRows } from '../store/account-queries.js';
import type { Guides } from '../store/tables.js';
import { exportConnections } from './export-connections.js';
import type { ExportContext } from './export-context.js';
import { exportDestinations } from './export-destinations.js';
import { exportPartnerships } from './export-partnerships.js';
import { VariableNames } from './variable-names.js';

/** What a file of an account's partners holds; JSON. */
export type ExportedFile = Readonly<Record<string, unknown>>;

/**
 * The partners of an account in the form that `applyPartners` takes. Secrets are given as names of variables, never as values; what
 * is the operator's (folders of the machine) and drafts that were never published are not in it.
 * @throws Problem `conflict` where two guides have one name, which a file could not tell apart.
 */
export async function exportPartners(
  { store, secrets, guides }: Pick<Services, 'store' | 'secrets' | 'guides'>,
  accountId: string,
): Promise<ExportedFile> {
  const builtIn = (await guides.builtIn()).map(({ id }) => id);
  return readRows(store, accountId, async (queries) => {
    const published = await publishedGuides(queries);
    const guideNames = namesOf(published, builtIn);
    const context = { services: { secrets }, queries, guideNames, variables: new VariableNames() };
    const profiles = await allProfiles(queries);
    const buckets = (await allBuckets(queries)).filter(({ mode }) => mode === 'live');
    return {
      ...list('buckets', buckets.map(exportBucket)),
      ...list('sftpUsers', await exportUsers(context)),
      ...list(
        'profiles',
        profiles.map(showProfile).map(({ createdAt: _, updatedAt: __, ...profile }) => profile),
      ),
      ...list(
        'guides',
        inOrder(published).map((guide) => exportGuide(guide, guideNames)),
      ),
      ...list('connections', await exportConnections(context, undefined)),
      ...list('partnerships', await exportPartnerships(context)),
      ...list('destinations', await exportDestinations(queries)),
    };
  });
}

function exportBucket(row: Bucket) {
  const { bucketName, notifications } = showBucket(row);
  return { bucketName, ...(notifications.functions.length > 0 && { notifications }) };
}

function list(name: string, items: readonly unknown[]): ExportedFile {
  return items.length === 0 ? {} : { [name]: items };
}

function namesOf(guides: readonly Guides[], builtIn: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map(builtIn.map((id) => [id, id]));
  const taken = new Set(builtIn);
  for (const { id, name } of guides) {
    if (taken.has(name)) throw conflict(`Two guides are called ${name}. Give each its own name, and export again.`);
    taken.add(name);
    names.set(id, name);
  }
  return names;
}

function exportGuide(guide: Guides, names: ReadonlyMap<string, string>) {
  const { name, fragment_path } = guide;
  const definition = liveOf(guide) ?? {};
  const base = definition.base === undefined ? {} : { base: baseName(definition.base, names) };
  return {
    name,
    definition: { ...definition, ...base },
    ...(fragment_path === null ? {} : { fragmentPath: fragment_path }),
  };
}

/** A base stands before what narrows it. */
function inOrder(guides: readonly Guides[]): readonly Guides[] {
  const waiting = [...guides];
  const done: Guides[] = [];
  const ids = new Set(guides.map(({ id }) => id));
  while (waiting.length > 0) {
    const next = waiting.findIndex((guide) => {
      const base = idOf(liveOf(guide)?.base);
      return base === undefined || !ids.has(base) || done.some(({ id }) => id === base);
    });
    done.push(...waiting.splice(Math.max(next, 0), 1));
  }
  return done;
}

function baseName(base: unknown, names: ReadonlyMap<string, string>): unknown {
  const id = idOf(base);
  return id === undefined ? base : (names.get(id) ?? base);
}

function idOf(base: unknown): string | undefined {
  return typeof base === 'string' ? parseGuideId(base)?.ulid : undefined;
}

async function exportUsers({ queries, variables }: ExportContext) {
  const rows = await allSftpUsers(queries, 'live');
  return rows.map((row) => {
    const publicKeys = publicKeysOf(row);
    return {
      username: row.username,
      description: row.description,
      bucketName: row.bucket,
      homeDirectory: row.home_directory,
      ...(row.password_hash === null ? {} : { password: variables.reference('sftp', row.username, 'password') }),
      ...(publicKeys.length > 0 ? { publicKeys } : {}),
    };
  });
}
