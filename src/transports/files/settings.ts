import { posix } from 'node:path';
import type { TransportReason } from '../../delivery/transport-reasons.js';
import { X12Error } from '../../model/error.js';
import { isPlainName } from './file-names.js';
import type { RemoteFile, RenameMode } from './remote-files.js';

/** How files are put into a partner's directory. */
export interface OutboundSettings {
  /** Where the partner looks for them. */
  readonly directory: string;
  /** What to do about another file of the same name: fail, take `name-2.edi` and so on, or replace it. Default `refuse`. */
  readonly existing?: 'refuse' | 'suffix' | 'overwrite' | undefined;
  /** Where a file is while it is written. Default: the same directory, under a name that begins with `.tmp-`. */
  readonly temporary?: TemporarySettings | undefined;
  /**
   * How the final name is given. `auto`, the default, lets the server refuse a name that is taken (`plain`), and to overwrite uses
   * `posix` where offered, else `plain`, else `delete-then-rename`.
   */
  readonly rename?: 'auto' | RenameMode | undefined;
  /** What is compared before the final name is given: the size (default), or the SHA-256 of what the server gives back too. */
  readonly verify?: 'size' | 'hash' | undefined;
  /**
   * What is done where a confirmation was lost and the file is not there now. `ask`: it is reported as `remote-vanished` until a person has asked
   * the partner, who may have taken it. `send`: it is sent again; for a partner who leaves files where they are. Default `ask`.
   */
  readonly whenGone?: 'ask' | 'send' | undefined;
}

export interface TemporarySettings {
  /** On the same file system as the final directory, or the rename fails. */
  readonly directory?: string | undefined;
  /** Default `.tmp-`. */
  readonly prefix?: string | undefined;
  /** Default none. */
  readonly suffix?: string | undefined;
}

/** How files are taken from a partner's directory. */
export interface InboundSettings {
  readonly directory: string;
  /** Patterns of names to take: `*`, `?`, `[a-z]`, `{a,b}`. Default all. */
  readonly include?: readonly string[] | undefined;
  /** Patterns of names to leave. Temporary names, such as `.tmp-...` and `*.part`, are always left. */
  readonly exclude?: readonly string[] | undefined;
  /** Which of those are taken, where patterns do not say enough; asked of each file at each look. Default all. */
  readonly accepts?: ((file: RemoteFile) => boolean) | undefined;
  /** True: files are told apart by their bytes, for a server whose times mean nothing; what stays there is read at each look. Default false. */
  readonly ignoreTimes?: boolean | undefined;
  /** A file is ready once another with this behind its name is there: `.done`. It is removed with the file. Absent: by stability. */
  readonly triggerSuffix?: string | undefined;
  /** Milliseconds between the two looks at which size and time must be the same. 0: one look. Default 10,000. */
  readonly stableMs?: number | undefined;
  /** Default `name`. */
  readonly order?: 'name' | 'modified' | undefined;
  /** Files of one round. Default 1,000. */
  readonly maxFiles?: number | undefined;
  /**
   * Files of a round that may be under way at once. Default 1: asking for the next one takes the one before back. Above, the round waits, for a
   * further one and at its end, until each that it gave out is accepted or rejected, also where that failed.
   */
  readonly atOnce?: number | undefined;
  /** Bytes of one file; larger ones are left and reported. Default 1 GiB. */
  readonly maxFileBytes?: number | undefined;
  /** `leave`: accepted files stay, and are known by the journal. Default `remove`. */
  readonly afterAccept?: 'remove' | 'leave' | undefined;
  /** Accepted files go there, under a name that is free; another directory than `directory`. Absent: they are deleted, or stay. */
  readonly archiveDirectory?: string | undefined;
  /** Rejected files go there; another directory, too. Absent: they stay, and come again in the next round. */
  readonly rejectDirectory?: string | undefined;
  /** Told of each file that is left though its name fits, in every round. */
  readonly onSkipped?: ((file: SkippedFile) => void) | undefined;
}

/** A file that was not handed over. */
export interface SkippedFile {
  /** As the server lists it, with control characters made visible. */
  readonly name: string;
  /** `file-too-large`, `name-refused`; `source-changed`: still growing; otherwise why an accepted file could not be removed. */
  readonly reason: TransportReason;
  /** What to do about it, and for a failed removal the error. */
  readonly text: string;
  readonly error?: unknown;
}

/** @throws X12Error `X12_OPTION_INVALID`. */
export function demandSettings(outbound: OutboundSettings | undefined, inbound: InboundSettings | undefined): void {
  if (outbound !== undefined) {
    demandDirectory('outbound.directory', outbound.directory);
    demandOneOf('outbound.existing', outbound.existing, ['refuse', 'suffix', 'overwrite']);
    demandOneOf('outbound.rename', outbound.rename, ['auto', 'plain', 'posix', 'delete-then-rename']);
    demandOneOf('outbound.verify', outbound.verify, ['size', 'hash']);
    demandOneOf('outbound.whenGone', outbound.whenGone, ['ask', 'send']);
    const { prefix = '', suffix = '' } = outbound.temporary ?? {};
    demand(
      'outbound.temporary',
      prefix + suffix === '' || (isPlainName(`${prefix}x${suffix}`) && prefix.length + suffix.length <= 100),
    );
  }
  if (inbound !== undefined) {
    demandDirectory('inbound.directory', inbound.directory);
    demandOneOf('inbound.order', inbound.order, ['name', 'modified']);
    demandOneOf('inbound.afterAccept', inbound.afterAccept, ['remove', 'leave']);
    demand('inbound.archiveDirectory', inbound.afterAccept !== 'leave' || inbound.archiveDirectory === undefined);
    demand('inbound.triggerSuffix', inbound.triggerSuffix !== '');
    for (const name of ['stableMs', 'maxFiles', 'maxFileBytes'] as const) {
      demand(`inbound.${name}`, (inbound[name] ?? 0) >= 0);
    }
    demand('inbound.atOnce', Number.isInteger(inbound.atOnce ?? 1) && (inbound.atOnce ?? 1) > 0);
    demandApart('inbound.archiveDirectory', inbound.archiveDirectory, inbound.directory);
    demandApart('inbound.rejectDirectory', inbound.rejectDirectory, inbound.directory);
  }
}

/** What is put back where it came from has a name that is free there, and so would come again as another file, at every round. */
function demandApart(option: string, target: string | undefined, directory: string): void {
  if (target === undefined || plainPath(target) !== plainPath(directory)) return;
  throw new X12Error(
    'X12_OPTION_INVALID',
    `${option} of the transport must be another directory than inbound.directory: what is put there would come again. Name one that is looked into by nobody.`,
    { details: { option } },
  );
}

/** `/out`, `out/` and `//out/.` are one directory wherever a login begins at the root, which is usual. */
function plainPath(path: string): string {
  return posix.join('/', path).replace(/(?<=.)\/$/, '');
}

function demandDirectory(option: string, value: string): void {
  demand(option, typeof value === 'string' && value !== '');
}

function demandOneOf(option: string, value: string | undefined, allowed: readonly string[]): void {
  demand(option, value === undefined || allowed.includes(value));
}

function demand(option: string, holds: boolean): void {
  if (holds) return;
  throw new X12Error('X12_OPTION_INVALID', `${option} of the transport has a value that cannot be used.`, {
    details: { option },
  });
}
