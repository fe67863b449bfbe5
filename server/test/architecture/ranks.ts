/**
 * What each folder of `src/`, and each file right in it, may import beside itself. Each rank knows lower ranks only, and of these what its
 * row names. `src/README.md` has the same table in words; a test holds both equal.
 */
export interface Room {
  readonly rank: number;
  readonly imports: readonly string[];
}

/** Files right in `src/` that are plain: types, tables, small functions. Every folder may import them. */
export const PLAIN: readonly string[] = [
  'caller',
  'clock',
  'config',
  'csv',
  'csv-line',
  'families',
  'function-address',
  'gatherer',
  'heavy-turns',
  'ids',
  'joined-chunks',
  'json',
  'json-fault',
  'keyed-turns',
  'metrics',
  'metrics-collected',
  'metrics-functions',
  'own-connections',
  'owner-file',
  'problems',
  'recently-used',
  'text-file',
  'version',
];

export const ROOMS: Readonly<Record<string, Room>> = {
  patterns: { rank: 0, imports: [] },
  http: { rank: 0, imports: [] },
  schemas: { rank: 1, imports: [] },
  store: { rank: 1, imports: [] },
  worker: { rank: 1, imports: ['patterns'] },
  outgoing: { rank: 1, imports: [] },
  origins: { rank: 1, imports: [] },
  'caqh-core': { rank: 1, imports: [] },
  box: { rank: 1, imports: [] },
  's3-wire': { rank: 1, imports: ['http'] },
  reading: { rank: 2, imports: ['patterns', 'worker'] },
  secrets: { rank: 2, imports: ['store'] },
  journal: { rank: 2, imports: ['store'] },
  audit: { rank: 2, imports: ['store'] },
  idempotency: { rank: 2, imports: ['store'] },
  objects: { rank: 3, imports: ['store', 'secrets'] },
  jobs: { rank: 4, imports: ['store', 'secrets', 'objects'] },
  'platform.ts': { rank: 5, imports: ['store', 'worker', 'outgoing', 'secrets', 'objects', 'jobs'] },
  accounts: { rank: 5, imports: ['http', 'store', 'audit'] },
  gateway: {
    rank: 6,
    imports: [
      ...['http', 'schemas', 'store', 'worker', 'origins', 'secrets', 'objects', 'audit', 'idempotency', 'platform.ts'],
      'accounts',
    ],
  },
  resources: {
    rank: 6,
    imports: [
      ...[
        'patterns',
        'schemas',
        'store',
        'worker',
        'box',
        'outgoing',
        'reading',
        'secrets',
        'audit',
        'objects',
        'jobs',
      ],
      'platform.ts',
      'accounts',
    ],
  },
  exchange: {
    rank: 7,
    imports: [
      ...[
        'http',
        'schemas',
        'caqh-core',
        's3-wire',
        'store',
        'worker',
        'box',
        'origins',
        'reading',
        'secrets',
        'journal',
        'audit',
        'objects',
        'jobs',
      ],
      ...['platform.ts', 'resources'],
    ],
  },
  links: {
    rank: 8,
    imports: ['schemas', 'store', 'audit', 'objects', 'platform.ts', 'accounts', 'gateway', 'resources'],
  },
  maintenance: {
    rank: 8,
    imports: ['store', 'secrets', 'journal', 'audit', 'idempotency', 'objects', 'jobs', 'resources'],
  },
  'partners-file': { rank: 8, imports: ['schemas', 'store', 'reading', 'platform.ts', 'resources', 'exchange'] },
  backup: {
    rank: 8,
    imports: ['store', 'secrets', 'audit', 'objects', 'jobs', 'accounts', 'resources', 'exchange'],
  },
  commands: {
    rank: 9,
    imports: [
      ...['store', 'secrets', 'audit', 'objects', 'jobs', 'accounts', 'resources', 'exchange', 'backup'],
      ...['maintenance', 'partners-file'],
    ],
  },
  operations: {
    rank: 10,
    imports: [
      ...['http', 'schemas', 'store', 'audit', 'caqh-core', 'accounts', 'gateway', 'resources', 'exchange', 'links'],
      'commands',
    ],
  },
  start: {
    rank: 11,
    imports: [
      'schemas',
      'store',
      'worker',
      'outgoing',
      'origins',
      'reading',
      'secrets',
      'objects',
      'jobs',
      'accounts',
      'resources',
      'exchange',
      'maintenance',
      'partners-file',
      'commands',
      'operations',
    ],
  },
  'main.ts': { rank: 12, imports: ['start'] },
};
