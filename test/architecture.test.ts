import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  circlesOf,
  importedFile,
  importsOf,
  ROOT,
  type SourceFile,
  sourceFiles,
  withoutComments,
} from './source-files.js';

/** A row of the map in `src/README.md`, which alone says what each folder may import beside itself. */
interface Room {
  readonly folder: string;
  /** Absent for generated files, which only the folder that lists them imports. */
  readonly rank: number | undefined;
  /** The cell: folders, or `all above`, or `everything`. */
  readonly imports: string;
}

const MAP = [
  ...readFileSync(join(ROOT, 'src/README.md'), 'utf8').matchAll(/^\| (\d?) ?\| `([a-z]+)\/` \|.*\| ?(.*?) ?\|$/gm),
];
const ROOMS: ReadonlyMap<string, Room> = new Map(
  MAP.map(([, rank = '', folder = '', imports = '']) => [
    folder,
    { folder, rank: rank === '' ? undefined : Number(rank), imports },
  ]),
);

/** Up to this rank nothing of the machine. */
const LAST_CORE_RANK = 5;

/** The default clock, and when it is time to let others have their turn. */
const CLOCKS: readonly string[] = ['engine/default-clock.ts', 'syntax/rest.ts'];

/** Files of more than 300 lines, and why they are not cut. */
const LONG_FILES: Readonly<Record<string, string>> = {
  'envelope/envelope-reader.ts': 'one state machine: what is open decides what every segment means',
  'guide/read/read-segment.ts': 'hot path: one class whose private fields hold the segment being read',
  'guide/read/read-transaction.ts': 'hot path: one walk over one stack of frames',
  'syntax/tokenizer.ts': 'one state machine, and the hot path',
};

/** Files that need each other, at least one way for types alone, and why they are not cut. The list only shrinks. */
const CIRCLES_OF_TYPES: Readonly<Record<string, string>> = {
  'generated/syntax-note.d.ts path/syntax-note.ts':
    'the declaration of a generated parser names the type that its one caller gives out',
  'guide/plan/plan.ts guide/plan/rules-plan.ts':
    'the plan of a guide holds its rules and its code tables, which name places in the plan',
  'guide/write/encode-transaction.ts guide/write/encode.ts guide/write/set-segments.ts':
    'the options of encoding stand beside the verb that begins it',
  'guide/generic/generic-encode.ts guide/generic/generic-repair.ts':
    'a repair is given the options of the encoding that it is a step of',
  'guide/rules/compile-check.ts guide/rules/compile-rules.ts':
    'checks hold checks: compiling one is given what compiles the others',
};

const sources = sourceFiles('src');
const folderOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : '');
const isCore = ({ path }: SourceFile): boolean => {
  const room = ROOMS.get(folderOf(path));
  return room !== undefined && (room.rank ?? 0) <= LAST_CORE_RANK;
};
const core = sources.filter(isCore);

/** The other folders that files of a folder import, `''` for files right in `src/`. */
function importedFolders(folder: string): ReadonlySet<string> {
  const to = sources
    .filter(({ path }) => folderOf(path) === folder)
    .flatMap((source) => localImports(source).map(({ file }) => folderOf(file)));
  return new Set(to.filter((other) => other !== folder));
}

function localImports(source: SourceFile): readonly { readonly file: string; readonly isType: boolean }[] {
  return importsOf(source)
    .filter(({ from }) => from.startsWith('.'))
    .map(({ from, isType }) => ({ file: importedFile('src', source.path, from), isType }));
}

function allowed({ rank, imports }: Room): readonly string[] {
  const rooms = [...ROOMS.values()];
  if (imports === 'everything') return rooms.map(({ folder }) => folder);
  const below = rooms.filter((room) => room.rank !== undefined && rank !== undefined && room.rank < rank);
  if (!imports.startsWith('all above')) return imports.split(', ').filter((name) => name !== '');
  const beside = [...imports.matchAll(/`([a-z]+)`/g)].map(([, name = '']) => name);
  return [...below.map(({ folder }) => folder), ...beside];
}

/** The rows of a table of rooms in a page: rank, folder, what it imports. */
function roomsOf(page: string): ReadonlyMap<string, { readonly rank: number; readonly imports: readonly string[] }> {
  const rows = readFileSync(join(ROOT, page), 'utf8').matchAll(/^\| (\d) \| `([a-z]+)\/` \|.*\| ?(.*?) ?\|$/gm);
  return new Map(
    [...rows].map(([, rank, folder = '', imports = '']) => [
      folder,
      { rank: Number(rank), imports: imports.split(', ').filter((name) => name !== '') },
    ]),
  );
}

describe('architecture', () => {
  it('has a row in the map for each folder of src/, and a folder for each row', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect([...ROOMS.keys()].sort()).toEqual(folders.map(({ name }) => name).sort());
    expect(core.length).toBeGreaterThan(50);
  });

  it('lists only lower ranks as imports, and only folders that are imported', () => {
    for (const room of ROOMS.values()) {
      if (room.imports === 'everything' || room.imports.startsWith('all above')) continue;
      expect(allowed(room).toSorted(), room.folder).toEqual([...importedFolders(room.folder)].sort());
      for (const name of allowed(room)) {
        const rank = ROOMS.get(name)?.rank;
        if (rank !== undefined && room.rank !== undefined)
          expect(rank, `${room.folder} ${name}`).toBeLessThan(room.rank);
      }
    }
  });

  it('imports what the map allows, and nothing an entry point', () => {
    const wrong = [...ROOMS.values()].flatMap((room) =>
      [...importedFolders(room.folder)]
        .filter((to) => !allowed(room).includes(to))
        .map((to) => `${room.folder}/ imports ${to === '' ? 'an entry point' : `${to}/`}`),
    );
    expect(wrong).toEqual([]);
    expect([...importedFolders('')]).not.toContain('cli');
  });

  it('has folders in the room of the guide that import lower ranks, as its page says, and none of more than 20 files', () => {
    const rooms = roomsOf('src/guide/README.md');
    const files = sources.filter(({ path }) => path.startsWith('guide/'));
    const roomOf = (path: string): string => path.split('/')[1] ?? '';
    expect([...rooms.keys()].sort()).toEqual([...new Set(files.map(({ path }) => roomOf(path)))].sort());
    for (const [folder, { rank, imports }] of rooms) {
      const own = files.filter(({ path }) => roomOf(path) === folder);
      expect(own.length, folder).toBeLessThanOrEqual(20);
      const targets = own.flatMap((source) => localImports(source).map(({ file }) => file));
      const to = new Set(targets.filter((file) => file.startsWith('guide/')).map(roomOf));
      expect([...to].filter((other) => other !== folder).sort(), folder).toEqual(imports);
      for (const other of imports) expect(rooms.get(other)?.rank ?? rank, `${folder} ${other}`).toBeLessThan(rank);
    }
  });

  it('has no circle of files', () => {
    const edges = sources.map((source) => {
      const values = localImports(source).filter(({ isType }) => !isType);
      return [source.path, values.map(({ file }) => file)] as const;
    });
    expect(circlesOf(new Map(edges))).toEqual([]);
  });

  it('has circles of types only where a reason is listed, and no reason for one that is gone', () => {
    const edges = sources.map((source) => [source.path, localImports(source).map(({ file }) => file)] as const);
    const circles = circlesOf(new Map(edges)).map((circle) => circle.join(' '));
    expect(circles).toEqual(Object.keys(CIRCLES_OF_TYPES).sort());
  });

  it('the core imports no package and nothing of the machine', () => {
    const wrong = core.flatMap((source) =>
      importsOf(source)
        .filter(({ from }) => !from.startsWith('.'))
        .map(({ from }) => `${source.path}: ${from}`),
    );
    expect(wrong).toEqual([]);
  });

  it('the core has no clock but the default one, no randomness, no console and no process', () => {
    const banned =
      /\bDate\.now\b|\bnew Date\(|\bMath\.random\b|\bconsole\.|\bprocess\.|\bBuffer\b|\bperformance\.|\bcrypto\./;
    const wrong = core
      .filter(({ path }) => !CLOCKS.includes(path))
      .flatMap((source) =>
        withoutComments(source.text)
          .split('\n')
          .filter((line) => banned.test(line))
          .map((line) => `${source.path}: ${line.trim()}`),
      );
    expect(wrong).toEqual([]);
  });

  it('no file is over 600 lines, and one over 300 has its reason listed here', () => {
    // What is made is read in what it is made of.
    const written = sources.filter(({ path }) => !path.startsWith('claims/types/'));
    const sizes = written.map((source) => ({ path: source.path, lines: source.text.split('\n').length - 1 }));
    expect(sizes.filter(({ lines }) => lines > 600)).toEqual([]);
    const long = sizes.filter(({ lines }) => lines > 300).map(({ path }) => path);
    expect(long.sort()).toEqual(Object.keys(LONG_FILES).sort());
  });
});
