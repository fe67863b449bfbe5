import { type TObject, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../../src/json.js';
import { KINDS, kindOf, REQUESTED_KINDS } from '../../../src/resources/connections/kinds/kind-table.js';
import { SOUND } from '../../support/sound-settings.js';

const WRONG: readonly (readonly [string, string, object])[] = [
  ['bucket', 'a member that nobody knows', { bucketNames: 'x' }],
  ['bucket', 'a bucket of capital letters', { bucketName: 'Mill' }],
  ['bucket', 'a line break in a directory', { parentDirectory: 'a\nb' }],
  ['bucket', 'a backslash in a directory', { outboundSubdirectory: 'a\\b' }],
  ['remote-ftp', 'plain FTP', { protocol: 'FTP' }],
  ['remote-ftp', 'a certificate that is not verified', { ftpsAdvancedFields: { rejectUnauthorized: false } }],
  ['remote-ftp', 'a host with credentials', { host: 'shop@mill.example' }],
  ['remote-ftp', 'a password among the settings', { password: 'x' }],
  ['as2', 'an id with a quote', { localAs2Id: 'SH"OP' }],
  ['as2', 'a URL of another scheme', { outboundSettings: { enabled: true, partnerServerUrl: 'file:///etc/passwd' } }],
];

describe('settings of connections', () => {
  it.each(KINDS.map((kind) => [kind.name, kind] as const))('take what is sound for %s', (name, kind) => {
    expect(SOUND[name], 'add the kind to sound-settings.ts').toBeDefined();
    expect(Value.Check(kind.settings, SOUND[name])).toBe(true);
  });

  it.each(KINDS.map((kind) => [kind.name, kind] as const))(
    'of %s say what files that come in are encoded by',
    (name, kind) => {
      for (const [inboundFileEncoding, expected] of [
        ['UTF-8', true],
        ['WINDOWS-1252', true],
        ['LATIN-1', false],
      ]) {
        expect(Value.Check(kind.settings, { ...SOUND[name], inboundFileEncoding })).toBe(expected);
      }
    },
  );

  it.each(WRONG)('of %s refuse %s', (kind, _, change) => {
    expect(Value.Check(kindOf({ kind }).settings, { ...SOUND[kind], ...change })).toBe(false);
  });
});

describe('the table of kinds', () => {
  it.each(['name', 'list'] as const)('has each %s once', (member) => {
    const values = KINDS.map((kind) => kind[member]);
    expect(new Set(values).size).toBe(values.length);
  });

  it('has each path and each name of operations once, other spellings too', () => {
    const segments = REQUESTED_KINDS.flatMap(({ segment, alias }) => [
      segment,
      ...(alias === undefined ? [] : [alias]),
    ]);
    expect(new Set(segments).size).toBe(segments.length);
    const operations = REQUESTED_KINDS.map(({ operation }) => operation);
    expect(new Set([...operations, 'Global']).size).toBe(operations.length + 1);
  });

  it('knows a kind by its name, and no other', () => {
    for (const kind of KINDS) expect(kindOf({ kind: kind.name })).toBe(kind);
    expect(() => kindOf({ kind: 'pigeon' })).toThrow('pigeon');
  });
});

describe.each(KINDS.map((kind) => [kind.name, kind] as const))('the kind %s', (_, kind) => {
  it('is complete', () => {
    expect(kind.name).toMatch(/^[a-z0-9-]+$/);
    expect(kind.publicType).toMatch(/^[A-Z0-9_]+$/);
    expect(kind.list).toMatch(/^[a-zA-Z0-9]+$/);
    expect(kind.title).toMatch(/\S/);
    expect(kind.settings).toMatchObject({ type: 'object', additionalProperties: false });
    // What all kinds have is in columns of its own.
    expect(Object.keys(kind.settings.properties)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(name|enabled|test|secrets|connectionId|connectionType)$/)]),
    );
  });
});

describe.each(REQUESTED_KINDS.map((kind) => [kind.name, kind] as const))('what is given for %s', (_, kind) => {
  const forms = { secret: () => SECRET, pem: Type.String() };
  const given = sampleOf(Type.Object({ ...kind.given(forms) }));
  const values = secretsIn(given);

  it('is the settings, and secrets in places of their own', () => {
    expect(Object.keys(kind.given(forms))).toEqual(expect.arrayContaining(Object.keys(kind.settings.properties)));
    expect(kind.segment).toMatch(/^[a-z0-9-]+$/);
    expect(kind.operation).toMatch(/^[A-Z][A-Za-z0-9]*$/);
  });

  it('is taken apart: all secrets under their names, none in the settings', () => {
    const { settings, secrets } = kind.split(given, {});
    expect([...secrets.keys()].sort()).toEqual([...kind.secrets].sort());
    expect([...secrets.values()].sort()).toEqual(values);
    expect(secretsIn(settings)).toEqual([]);
  });

  it('is put together again as it was', () => {
    const { settings, secrets } = kind.split(given, {});
    // `null` takes a secret away, and stands for none here.
    const set = [...secrets].flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
    expect(kind.join(settings, new Map(set))).toEqual(given);
  });

  it('may be as it stands, without a secret: nothing changes', () => {
    const { settings } = kind.split(given, {});
    expect(kind.split(settings, settings).settings).toEqual(settings);
  });
});

/** Where a kind takes a secret. */
const SECRET = Type.String({ title: 'a secret' });

/** Every object and text that a schema has, secrets each with a value of its own; no booleans, as `remove` would be one. */
function sampleOf({ properties }: TObject): JsonObject {
  let number = 0;
  const sample = (schema: TSchema): unknown => {
    // Schemas are JSON Schema, whatever their types.
    const { type, properties: members, title } = schema as JsonObject;
    if (type === 'string') return title === 'a secret' ? `SECRET ${number++}` : 'text';
    return isObject(members) ? membersOf(members as TObject['properties']) : undefined;
  };
  const membersOf = (members: TObject['properties']): JsonObject =>
    Object.fromEntries(
      Object.entries(members).flatMap(([name, schema]) => {
        const value = sample(schema);
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  return membersOf(properties);
}

function secretsIn(value: unknown): readonly string[] {
  return (JSON.stringify(value).match(/SECRET \d+/g) ?? []).sort();
}
