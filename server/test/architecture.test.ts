import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../src/families.js';
import { adminRoutes } from '../src/operations/admin.js';
import { commandRoutes } from '../src/operations/commands.js';
import { ROUTES } from '../src/operations/operations.js';
import type { Tables } from '../src/store/tables.js';
import { circlesOf } from './architecture/circles.js';
import { PLAIN, ROOMS } from './architecture/ranks.js';
import { folders, readMap, type Source, sources } from './architecture/sources.js';
import { FOREIGN_READS, JSON_READERS, TABLE_OWNER, UNNAMED_TABLES } from './architecture/tables.js';

const LONG_FILES: Readonly<Record<string, string>> = {
  'store/tables.ts': 'one interface a table; cut, the tables would have to be looked for',
};

/** Circles of files that only types tie, each with its reason. The list only gets shorter. */
const TYPE_CIRCLES: Readonly<Record<string, string>> = {};

/** Files that name a status although they are not our HTTP: clients of other servers, and what a number means there. */
const FOREIGN_STATUSES: Readonly<Record<string, string>> = {
  'exchange/claims/claim-answer.ts': 'a text that the interface has in the answer itself',
  'exchange/payer-routes/replies.ts': 'what payers answer',
  'exchange/payer-simulator/orders.ts': 'what a payer is told to answer',
  'exchange/payer-simulator/serve-simulator.ts': 'a payer, which is a server of its own',
  'objects/s3-error-of.ts': 'what S3 answers',
  'resources/functions/log-retention.ts': 'days',
  's3-wire/lambda/lambda-error.ts': 'what clients of Lambda are answered',
  's3-wire/s3-error.ts': 'what clients of S3 are answered',
};

/** Files that name a version of somebody else's API. */
const OTHERS_VERSIONS = ['s3-wire/lambda/invocation-request.ts', 's3-wire/xml/write-xml.ts'];

describe('rooms', () => {
  it('are all known, in the table of the test and in the map', () => {
    expect(folders.filter((folder) => !(folder in ROOMS))).toEqual([]);
    expect(rowsOfMap()).toEqual(
      Object.entries(ROOMS).map(([room, { rank, imports }]) => ({ rank, room, imports: [...imports].sort() })),
    );
  });

  it('have a row for each resource in the map, with its tables', () => {
    const resources = new Set(sources.flatMap(({ path }) => /^resources\/([^/]+)\//.exec(path)?.[1] ?? []));
    const tablesOf = (resource: string): readonly string[] =>
      Object.entries(TABLE_OWNER)
        .flatMap(([table, owner]) => (owner === `resources/${resource}` ? [table] : []))
        .sort();
    expect(resourcesOfMap()).toEqual(
      Object.fromEntries([...resources].map((resource) => [resource, tablesOf(resource)])),
    );
  });

  it('are folders, or files right in `src/` that are known', () => {
    const files = sources.filter(({ folder }) => folder === '').map(pathOf);
    expect(files.filter((file) => !PLAIN.includes(file.replace(/\.ts$/, '')) && !(file in ROOMS))).toEqual([]);
  });

  it('of batches know each other one way: what files share, batches, and the files on their way', () => {
    const order = ['check-files', 'eligibility-batches', 'route-submissions', 'core-submissions'];
    const rankOf = (path = ''): number => order.indexOf(/^exchange\/([^/]+)\//.exec(path)?.[1] ?? '');
    const own = sources.filter(({ path }) => rankOf(path) >= 0);
    expect(new Set(own.map(({ path }) => rankOf(path))).size).toBe(order.length);
    const wrong = own.flatMap(({ path, imports }) =>
      imports.filter(({ to }) => rankOf(to) > rankOf(path)).map(({ to }) => `${path} imports ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  it('import lower ranks only, and of these what their row names', () => {
    expect(
      Object.entries(ROOMS).flatMap(([room, { rank, imports }]) =>
        imports.filter((to) => (ROOMS[to]?.rank ?? 99) >= rank).map((to) => `${room} is not above ${to}`),
      ),
    ).toEqual([]);
    const wrong = sources.flatMap((source) =>
      source.imports
        .flatMap(({ to }) => (to === undefined || to.startsWith('..') ? [] : [to]))
        .filter((to) => !mayImport(roomOf(source.path), roomOf(to)))
        .map((to) => `${source.path} imports ${to}`),
    );
    expect(wrong).toEqual([]);
    const used = new Set(
      sources.flatMap(({ path, imports }) => imports.map(({ to = '' }) => `${roomOf(path)} ${roomOf(to)}`)),
    );
    const unused = Object.entries(ROOMS).flatMap(([room, { imports }]) =>
      imports.filter((to) => !used.has(`${room} ${to}`)).map((to) => `${room} does not import ${to}`),
    );
    expect(unused).toEqual([]);
  });

  it('reach the engine by its public entry points', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => to?.startsWith('..') && !to.endsWith('package.json'))
        .map(({ as }) => `${path} imports ${as}`),
    );
    expect(wrong).toEqual([]);
  });

  it('are typed from its sources, in tests too: types are looked at before there is a build', () => {
    const { compilerOptions } = JSON.parse(readFileSync(new URL('../tsconfig.json', import.meta.url), 'utf8'));
    const known = Object.keys(compilerOptions.paths);
    const typed = (entry: string): boolean =>
      known.some((name) => name === entry || (name.endsWith('/*') && entry.startsWith(name.slice(0, -1))));
    const root = fileURLToPath(new URL('..', import.meta.url));
    const wrong = ['src', 'test', 'bench', 'demo'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .flatMap((path) => {
          const text = readFileSync(join(root, folder, path), 'utf8');
          const entries = [...text.matchAll(/^(?:import|export|\}).* from '(ediloom(?:\/[^']*)?)';$/gm)].map(
            (found) => found[1] ?? '',
          );
          return entries.filter((entry) => !typed(entry)).map((entry) => `${folder}/${path} imports ${entry}`);
        }),
    );
    expect(wrong).toEqual([]);
  });

  it('are never reached over three levels', () => {
    expect(
      sources.filter(({ imports }) => imports.some(({ as }) => normalize(as).startsWith('../../../'))).map(pathOf),
    ).toEqual([]);
  });
});

describe('files', () => {
  it('go in no circle', () => {
    expect(circlesOf(graphOf((typeOnly) => !typeOnly))).toEqual([]);
    const ofTypes = circlesOf(graphOf(() => true)).map((circle) => circle.join(' '));
    expect(ofTypes).toEqual(Object.keys(TYPE_CIRCLES));
  });

  it('stay readable', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 300).map(pathOf);
    expect(long).toEqual(Object.keys(LONG_FILES));
  });

  it('one reads the clock, one the environment', () => {
    const users = (pattern: RegExp): readonly string[] => sources.filter(({ text }) => pattern.test(text)).map(pathOf);
    // `lock-realm` gives customers' code a clock of its own.
    expect(users(/\bDate\.now\(|new Date\(\)/)).toEqual(['clock.ts', 'worker/lock-realm.ts']);
    expect(users(/\bprocess\.env\b/)).toEqual(['main.ts']);
    expect(users(/\bconsole\./)).toEqual([]);
  });

  it('cite decisions and files that are there', () => {
    const map = readMap();
    const named = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\bDECISIONS ((?:[A-G]\d+(?:[ ,]+|\b))+)/g)].flatMap(([, ids = '']) =>
        (ids.match(/[A-G]\d+/g) ?? []).map((id) => ({ path, id })),
      ),
    );
    expect(named.filter(({ id }) => !map.includes(`| ${id} |`))).toEqual([]);
    const files = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:\/\/|\*).*?\b([\w-]+\.md)\b/g)].map(([, file]) => `${path}: ${file}`),
    );
    expect(files.filter((cited) => !cited.endsWith('README.md'))).toEqual([]);
  });
});

describe('HTTP', () => {
  it('is known to the gateway, the operations and the links alone', () => {
    const wrong = sources.filter(
      ({ folder, imports }) => !isHttp(folder) && imports.some(({ to }) => to?.startsWith('gateway/')),
    );
    // What is started is started somewhere.
    expect(wrong.map(pathOf)).toEqual([]);
    // 500 is left out: it is the size of many a page, and no part of the trade answers it.
    const statuses = /\b(?:40[013459]|41[35]|422|429|50[134])\b(?!_)/;
    const giving = /\bstatus(?:Code)?\b\s*[:=]+\s*\d/;
    const naming = sources
      .filter(({ folder, text, code }) => !isHttp(folder) && (statuses.test(text) || giving.test(code)))
      .map(pathOf);
    expect(naming).toEqual(Object.keys(FOREIGN_STATUSES));
  });

  it('has handlers that ask no table', () => {
    const asking =
      /\bqueries\s*\.(?:from|insert|update|delete)\(|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(|\bsql(?:<[^>]*>)?`/;
    expect(sources.filter(({ folder, code }) => folder === 'operations' && asking.test(code)).map(pathOf)).toEqual([]);
  });

  it('has each operation once, and what is created is audited by its own id', () => {
    const operations = [...ROUTES, ...adminRoutes, ...commandRoutes].map(({ operation }) => operation);
    expect(operations.filter((operation, place) => operations.indexOf(operation) !== place)).toEqual([]);
    const places = ROUTES.flatMap(({ method, path, aliases = [] }) =>
      [path, ...aliases].map((one) => `${method} ${one.replace(/:\w+/g, ':')}`),
    );
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
    const written = sources
      .filter(({ folder }) => folder === 'operations')
      .flatMap(({ code }) => [...code.matchAll(/^ {2}operation: '(\w+)'/gm)].map(([, operation = '']) => operation));
    // `Global` begins the names of several.
    expect(written.filter((operation) => operation !== 'Global' && !operations.includes(operation))).toEqual([]);
    const created = ROUTES.filter(({ audit }) => audit?.action === 'create' && audit.objectParam !== undefined);
    expect(created.map(({ operation }) => operation)).toEqual([]);
  });

  it('has its versions in one table', () => {
    const versions = [...new Set(Object.values(FAMILIES).map(({ version }) => version))];
    // Examples show addresses as clients see them.
    const programs = sources.filter(
      // And the namespace of S3 and the version of Lambda are none of ours.
      ({ path }) => !path.endsWith('.examples.ts') && !OTHERS_VERSIONS.includes(path),
    );
    const naming = programs.filter(
      ({ code }) => versions.some((version) => code.includes(version)) || /\/20\d\d-\d\d-\d\d/.test(code),
    );
    expect(naming.map(pathOf)).toEqual(['families.ts']);
  });
});

describe('tables', () => {
  const names = Object.keys(TABLE_OWNER).join('|');
  const WRITES = new RegExp(
    [
      `\\.(?:insert|update|delete)(?:<[^>()]*>)?\\(\\s*'(${names})'`,
      `\\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)(?:<[^>()]*>)?\\(\\s*'(${names})'`,
      `\\binsertRows\\([\\s\\S]{0,120}?'(${names})'`,
      `\\b(?:(?:insert|replace)(?: or \\w+)? into|update|delete from)\\s+"?(${names})\\b`,
    ].join('|'),
    'gi',
  );
  const READS = new RegExp(
    [
      `\\.(?:from|selectFrom|\\w+Join|table)(?:<[^>()]*>)?\\(\\s*\\[?\\s*'(${names})(?: as \\w+)?'`,
      `\\b(?:from|join)\\s+"?(${names})\\b`,
    ].join('|'),
    'gi',
  );

  it('are written in the folder of their owner', () => {
    const wrong = uses(WRITES).filter(({ path, table }) => !path.startsWith(`${TABLE_OWNER[table]}/`));
    expect(wrong.filter(({ path }) => !path.startsWith('store/migrations/')).map(described)).toEqual([]);
  });

  it('are read elsewhere only for a reason', () => {
    const foreign = uses(READS).filter(
      ({ path, table }) => !path.startsWith(`${TABLE_OWNER[table]}/`) && !path.startsWith('store/'),
    );
    expect([...new Set(foreign.map(described))]).toEqual(
      Object.entries(FOREIGN_READS).flatMap(([path, tables]) => Object.keys(tables).map((table) => `${path} ${table}`)),
    );
  });

  it('are named where they are asked, so that these tests see them', () => {
    const unnamed = [
      /\bqueries\s*\.(?:from|insert|update|delete)(?:<[^>()]*>)?\(\s*[^'\s]/,
      /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)(?:<[^>()]*>)?\(\s*[^'\s]/,
      /(?<!function )\binsertRows\(\s*\w+,\s*[^'\s]/,
    ];
    const files = sources.filter(({ code }) => unnamed.some((pattern) => pattern.test(code)));
    expect(files.map(pathOf)).toEqual(Object.keys(UNNAMED_TABLES));
  });

  it('are all asked before bytes are removed: by two files', () => {
    const removing = sources.filter(({ code }) => /\b(?:objects|sealing|artifacts|stored)\.delete\(/.test(code));
    // The sealing store is the port itself around another, and asks nobody.
    const known = ['objects/sealed-objects.ts', 'objects/sweep.ts', 'resources/buckets/drop-bytes.ts'];
    expect(removing.map(pathOf)).toEqual(known);
  });

  it('have columns of JSON that one file reads', () => {
    const parsing = sources.filter(({ code }) => /\bJSON\.parse\b/.test(code)).map(pathOf);
    expect(parsing).toEqual(Object.keys(JSON_READERS));
    const columns = Object.values(JSON_READERS).flat();
    expect(columns.filter((column, place) => columns.indexOf(column) !== place)).toEqual([]);
  });

  function uses(pattern: RegExp): readonly { readonly path: string; readonly table: keyof Tables }[] {
    return sources.flatMap(({ path, code }) =>
      [...code.matchAll(pattern)].map((match) => ({
        path,
        // The pattern names tables only.
        table: match.slice(1).find((name) => name !== undefined) as keyof Tables,
      })),
    );
  }

  function described({ path, table }: { readonly path: string; readonly table: string }): string {
    return `${path} ${table}`;
  }
});

function pathOf({ path }: Source): string {
  return path;
}

/** The folder of a file, or the file itself where it lies right in `src/`. */
function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : path;
}

function mayImport(from: string, to: string): boolean {
  if (from === to || PLAIN.includes(to.replace(/\.ts$/, ''))) return true;
  if (PLAIN.includes(from.replace(/\.ts$/, ''))) return false;
  return ROOMS[from]?.imports.includes(to) ?? false;
}

function isHttp(folder: string): boolean {
  return folder === 'gateway' || folder === 'operations' || folder === 'links';
}

function graphOf(counts: (typeOnly: boolean) => boolean): ReadonlyMap<string, readonly string[]> {
  return new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.flatMap(({ to, typeOnly }) => (to !== undefined && counts(typeOnly) ? [to] : [])),
    ]),
  );
}

/** `| rank | room | what it does | imports |` */
function resourcesOfMap(): Readonly<Record<string, readonly string[]>> {
  const [, section = ''] = readMap()
    .split(/^## /m)
    .filter((part) => part.startsWith('Resources'))
    .join('')
    .split('|---|---|---|');
  const rows = section.matchAll(/^\| `([\w-]+)\/` \|[^|]*\| ?([^|]*?) ?\|$/gm);
  return Object.fromEntries(
    [...rows].map(([, resource = '', tables = '']) => [resource, (tables.match(/\w+/g) ?? []).sort()]),
  );
}

function rowsOfMap(): readonly { readonly rank: number; readonly room: string; readonly imports: readonly string[] }[] {
  return [...readMap().matchAll(/^\| (\d+) \| `([\w.-]+?)\/?` \|[^|]*\| ([^|]*?) ?\|$/gm)].map(
    ([, rank, room = '', imports = '']) => ({
      rank: Number(rank),
      room,
      imports: (imports.match(/[\w.-]+/g) ?? []).sort(),
    }),
  );
}
