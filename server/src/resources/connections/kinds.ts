import type { ConnectionKind } from './connection-settings.js';

/** Kinds that requests make; folders of this machine are the operator's alone. */
export type OpenKind = Exclude<ConnectionKind, 'folder'>;

export interface KindNames {
  readonly kind: OpenKind;
  /** Of the path. */
  readonly segment: string;
  /** What clients of another spelling write instead. */
  readonly alias?: string;
  /** Of operations: `CreateAs2Connection`. */
  readonly operation: string;
  /** Of the answer that lists all kinds. */
  readonly list: 'as2' | 'buckets' | 'remoteFtp' | 'hostedSftp';
  readonly title: string;
}

export const KINDS: Readonly<Record<OpenKind, KindNames>> = {
  bucket: { kind: 'bucket', segment: 'buckets', operation: 'Bucket', list: 'buckets', title: 'a bucket' },
  'hosted-sftp': {
    kind: 'hosted-sftp',
    segment: 'hosted-sftp',
    alias: 'stedi-ftp',
    operation: 'HostedSftp',
    list: 'hostedSftp',
    title: 'our SFTP server',
  },
  'remote-ftp': {
    kind: 'remote-ftp',
    segment: 'remote-ftp',
    operation: 'RemoteFtp',
    list: 'remoteFtp',
    title: "the partner's SFTP or FTPS server",
  },
  as2: { kind: 'as2', segment: 'as2', operation: 'As2', list: 'as2', title: 'AS2' },
};

/** Path and aliases of a kind's connections. */
export function pathsOf({ segment, alias }: KindNames, rest = ''): { path: string; aliases: readonly string[] } {
  const below = (name: string): string => `/x12/partnerships/:partnershipId/connections/${name}${rest}`;
  return { path: below(segment), aliases: alias === undefined ? [] : [below(alias)] };
}
