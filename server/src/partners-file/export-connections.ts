import { isObject } from '../json.js';
import { settingsOf } from '../resources/connections/rows.js';
import type { Connections } from '../store/tables.js';
import type { ExportContext } from './export.js';

/** Connections of a partnership, or (`undefined`) of all; folders are the operator's and not among them. */
export async function exportConnections(
  { queries, services, variables }: ExportContext,
  partnershipId: string | undefined,
): Promise<readonly unknown[]> {
  const rows = await queries
    .from('connections')
    .selectAll()
    .where('partnership_id', partnershipId === undefined ? 'is' : '=', partnershipId ?? null)
    .where('kind', '<>', 'folder')
    .orderBy('created_at')
    .orderBy('name')
    .execute();
  const exported: unknown[] = [];
  for (const row of rows) {
    const secrets = await services.secrets.names(queries, { purpose: 'connection', ownerId: row.id });
    const reference = (secret: string): string => variables.reference(partnershipId ?? 'global', row.name, secret);
    exported.push({
      connectionType: row.kind,
      name: row.name,
      ...(row.enabled === 1 ? {} : { enabled: false }),
      ...(row.test === 1 ? { test: true } : {}),
      ...withReferences(row, new Map([...secrets].sort().map((secret) => [secret, reference(secret)]))),
    });
  }
  return exported;
}

/** Settings with what refers to secrets in the places where requests give them. */
function withReferences(row: Connections, references: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> {
  const settings = settingsOf(row);
  if (row.kind !== 'as2') return { ...settings, ...Object.fromEntries(references) };
  const { outboundSettings } = settings;
  const password = references.get('basicAuthPassword');
  const isAuth = isObject(outboundSettings) && isObject(outboundSettings.basicAuth) && password !== undefined;
  const keys = ['localSigning', 'localEncryption'].flatMap((name) => {
    const privateKey = references.get(`${name}PrivateKey`);
    const part = settings[name];
    return privateKey === undefined ? [] : [[name, { ...(isObject(part) ? part : {}), privateKey }] as const];
  });
  return {
    ...settings,
    ...(isAuth
      ? { outboundSettings: { ...outboundSettings, basicAuth: { ...Object(outboundSettings.basicAuth), password } } }
      : {}),
    ...Object.fromEntries(keys),
  };
}
