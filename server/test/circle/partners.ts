import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Doors, Instance } from './instance.js';

/** How files go between the two. Over `polled` one of them has the server, and the other puts and fetches there. */
export const WAYS = ['sftp', 'ftps', 'as2-sync', 'as2-async', 'polled'] as const;
export type Way = (typeof WAYS)[number];

/** One of the two, by the name that its ids are made of. */
export interface Trader {
  readonly instance: Instance;
  readonly name: 'shop' | 'mill';
}

/** What both send each other: the id of the setting without the way, its set, and by which guide. */
const SETS = {
  orders: { release: '004010', transactionSetIdentifier: '850', guide: '850-004010' },
  confirmations: { release: '004010', transactionSetIdentifier: '855', guide: '855-004010' },
  claims: { release: '005010X222A1', transactionSetIdentifier: '837', guide: '837P-005010X222A1' },
  answers: { release: '005010X214', transactionSetIdentifier: '277', guide: '277CA-005010X214' },
} as const;
export type SetName = keyof typeof SETS;

/** Passwords of the users of the other side, and of those at the other side. */
export const PASSWORD = 'not-a-word-to-guess-9';
const PASSWORD_FILE = 'partner.password';

export interface Terms {
  /** Ways over which there is a partnership. Default: all. */
  readonly ways?: readonly Way[];
  /** Whether the shop looks for files of the mill's where the way is `polled`. Default true. */
  readonly isPolling?: boolean;
  /** Of each partnership, beside what all have: strategies, expectations. */
  readonly partnership?: object;
}

/** Has the two be partners over each way; each way has profiles of its own. Applied again it changes what differs. */
export async function becomePartners(traders: readonly [Trader, Trader], terms: Terms = {}): Promise<void> {
  const { ways = WAYS } = terms;
  for (const { instance } of traders) writeFileSync(join(instance.folder, PASSWORD_FILE), PASSWORD, { mode: 0o600 });
  const listeners = [...new Set(ways.map(listenerOf))];
  // The mill first: over `polled` the shop looks there as soon as it knows of it.
  for (const own of [...traders].sort((one, other) => one.name.localeCompare(other.name))) {
    const other = otherOf(traders, own);
    const hostKeys = ways.some(isOverSsh) ? await hostKeysOf(other.instance) : [];
    await own.instance.apply({
      ...homesOf({ own, other, ways }),
      profiles: profilesOf(own, ways),
      partnerships: ways.map((way) => partnershipOf({ own, other, way, hostKeys }, terms)),
    });
    // Of `polled` the mill alone has a server.
    await own.instance.listening(
      listeners.filter((one) => one !== 'sftp' || own.name === 'mill' || ways.includes('sftp')),
    );
  }
}

function listenerOf(way: Way): keyof Doors {
  if (way.startsWith('as2')) return 'as2';
  return way === 'ftps' ? 'ftps' : 'sftp';
}

async function hostKeysOf(instance: Instance): Promise<readonly string[]> {
  return (await instance.command('host-keys')).match(/SHA256:[\w+/=]+/g) ?? [];
}

const isOverSsh = (way: Way): boolean => way === 'sftp' || way === 'polled';

/** Id of the partnership of a way, which both call it by. */
export function partnershipIdOf(way: Way): string {
  return `over-${way}`;
}

export function settingIdOf(way: Way, set: SetName): string {
  return `${way}-${set}`;
}

/** ISA06 of files of one of them. */
export function interchangeIdOf(name: Trader['name'], way: Way): string {
  return `${name}${way}`.replace('-', '').toUpperCase();
}

export function otherOf(traders: readonly [Trader, Trader], own: Trader): Trader {
  return traders[0] === own ? traders[1] : traders[0];
}

/** Where the other side logs in. */
function homesOf({ own, other, ways }: Pick<Between, 'own' | 'other'> & { readonly ways: readonly Way[] }): object {
  return {
    buckets: [{ bucketName: bucketOf(own) }],
    sftpUsers: ways
      .filter((way) => !way.startsWith('as2'))
      .map((way) => ({
        username: interchangeIdOf(other.name, way),
        description: `${other.name}, over ${way}`,
        bucketName: bucketOf(own),
        homeDirectory: `/${way}`,
        password: { file: PASSWORD_FILE },
      })),
  };
}

export function bucketOf({ name }: Trader): string {
  return `${name}-partner-files`;
}

function profilesOf(own: Trader, ways: readonly Way[]): readonly object[] {
  return ways.flatMap((way) =>
    (['shop', 'mill'] as const).map((name) => ({
      profileId: `${name}-${way}`,
      profileType: name === own.name ? 'local' : 'partner',
      interchangeQualifier: 'ZZ',
      interchangeId: interchangeIdOf(name, way),
    })),
  );
}

interface Between {
  readonly own: Trader;
  readonly other: Trader;
  readonly way: Way;
  readonly hostKeys: readonly string[];
}

function partnershipOf(between: Between, { partnership, isPolling = true }: Terms): object {
  const { own, other, way } = between;
  const connections = connectionsOf(between, isPolling);
  const out = { name: connections.out };
  return {
    partnershipId: partnershipIdOf(way),
    localProfileId: `${own.name}-${way}`,
    partnerProfileId: `${other.name}-${way}`,
    interchangeUsageIndicator: 'P',
    timezone: 'UTC',
    timeFormat: 'HHMM',
    ackConfiguration: { enabled: true, connection: out },
    ...partnership,
    connections: connections.all,
    inboundTransactions: Object.values(SETS),
    outboundTransactions: Object.entries(SETS).map(([name, set]) => ({
      outboundX12TransactionSettingsId: `${way}-${name}`,
      ...set,
      connection: out,
    })),
  };
}

/** Those of one side, and the name of the one that files go out over. */
function connectionsOf(
  between: Between,
  enablePolling: boolean,
): { readonly all: readonly object[]; readonly out: string } {
  const { way, own } = between;
  if (way === 'as2-sync' || way === 'as2-async') return { all: [as2(between)], out: 'over as2' };
  const hosted = { ...HOSTED, bucketName: bucketOf(own), ...homeOf(between) };
  if (way !== 'polled') return { all: [hosted, remote(between)], out: 'to them' };
  if (own.name === 'mill') return { all: [{ ...hosted, outboundSubdirectory: 'out' }], out: 'from them' };
  const polling = {
    inboundSubdirectory: 'out',
    enablePolling,
    pollingInterval: 1,
    pollingIntervalUnit: 'minutes',
    deleteAfterRetrieval: true,
  };
  return { all: [{ ...remote(between), ...polling }], out: 'to them' };
}

const HOSTED = { connectionType: 'hosted-sftp', name: 'from them', inboundSubdirectory: 'in' } as const;

function homeOf({ other, way }: Between): object {
  return { parentDirectory: way, homeDirectory: `/${way}`, username: interchangeIdOf(other.name, way) };
}

function remote({ own, other, way, hostKeys }: Between): object {
  const { doors, identity } = other.instance;
  const protocol =
    way === 'ftps'
      ? { protocol: 'FTPS', port: doors.ftps.port, ftpsAdvancedFields: { ca: identity.certificatePem } }
      : { protocol: 'SFTP', port: doors.sftp.port, hostKeys };
  return {
    ...{ connectionType: 'remote-ftp', name: 'to them', host: '127.0.0.1', ...protocol },
    username: interchangeIdOf(own.name, way),
    password: { file: PASSWORD_FILE },
    outboundSubdirectory: 'in',
  };
}

function as2({ own, other, way }: Between): object {
  const theirs = { publicCertificate: other.instance.identity.certificatePem };
  const ours = { publicCertificate: own.instance.identity.certificatePem, privateKey: { file: 'own.key' } };
  return {
    ...{ connectionType: 'as2', name: 'over as2' },
    localAs2Id: interchangeIdOf(own.name, way),
    partnerAs2Id: interchangeIdOf(other.name, way),
    inboundSettings: { enabled: true },
    outboundSettings: {
      enabled: true,
      partnerServerUrl: `http://127.0.0.1:${other.instance.doors.as2.port}/as2`,
      encryptionAlgorithm: 'aes256_cbc',
      mdnResponse: way === 'as2-sync' ? 'sync' : 'async',
    },
    ...{ localSigning: ours, localEncryption: ours, partnerSigning: theirs, partnerEncryption: theirs },
  };
}
