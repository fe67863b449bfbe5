import { posix } from 'node:path';
import type { TransportReason } from '../../delivery/transport-reasons.js';
import { invalidOption, requireForm } from '../../model/check-options.js';
import type { X12Error } from '../../model/error.js';
import type { OptionRules, OwnRule } from '../../model/option-rules.js';
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

const DIRECTORY: OwnRule = {
  fits: (value) => typeof value === 'string' && value !== '',
  name: 'the path of a directory',
};
const MOST = Number.POSITIVE_INFINITY;

export const OUTBOUND_RULES: OptionRules<OutboundSettings> = {
  directory: { needed: DIRECTORY, example: "'/out'" },
  existing: { values: ['refuse', 'suffix', 'overwrite'] },
  temporary: {
    members: { directory: DIRECTORY, prefix: 'text', suffix: 'text' } satisfies OptionRules<TemporarySettings>,
  },
  rename: { values: ['auto', 'plain', 'posix', 'delete-then-rename'] },
  verify: { values: ['size', 'hash'] },
  whenGone: { values: ['ask', 'send'] },
};

export const INBOUND_RULES: OptionRules<InboundSettings> = {
  directory: { needed: DIRECTORY, example: "'/in'" },
  include: { each: 'text' },
  exclude: { each: 'text' },
  accepts: 'function',
  ignoreTimes: 'boolean',
  triggerSuffix: {
    fits: (value) => typeof value === 'string' && value !== '',
    name: "what stands behind the name of a file once it is whole, such as '.done'",
  },
  stableMs: { least: 0, most: MOST },
  order: { values: ['name', 'modified'] },
  maxFiles: { least: 0, most: MOST },
  atOnce: { least: 1, whole: true },
  maxFileBytes: { least: 0, most: MOST },
  afterAccept: { values: ['remove', 'leave'] },
  archiveDirectory: DIRECTORY,
  rejectDirectory: DIRECTORY,
  onSkipped: 'function',
};

/** @throws X12Error `X12_OPTION_INVALID`. */
export function demandSettings(outbound: OutboundSettings | undefined, inbound: InboundSettings | undefined): void {
  if (outbound !== undefined) {
    requireForm('the transport', 'outbound', outbound, { members: OUTBOUND_RULES });
    demandTemporary(outbound.temporary);
  }
  if (inbound !== undefined) {
    requireForm('the transport', 'inbound', inbound, { members: INBOUND_RULES });
    if (inbound.afterAccept === 'leave' && inbound.archiveDirectory !== undefined)
      throw refusal(
        'inbound.archiveDirectory',
        'is of no use where accepted files are left. Leave one of the two out.',
      );
    demandApart('inbound.archiveDirectory', inbound.archiveDirectory, inbound.directory);
    demandApart('inbound.rejectDirectory', inbound.rejectDirectory, inbound.directory);
  }
}

function demandTemporary({ prefix = '', suffix = '' }: TemporarySettings = {}): void {
  if (prefix + suffix === '') return;
  if (isPlainName(`${prefix}x${suffix}`) && prefix.length + suffix.length <= 100) return;
  throw refusal('outbound.temporary', 'makes no name of a file: give a prefix and suffix of at most 100 characters.');
}

/** What is put back where it came from has a name that is free there, and so would come again as another file, at every round. */
function demandApart(option: string, target: string | undefined, directory: string): void {
  if (target === undefined || plainPath(target) !== plainPath(directory)) return;
  const why = 'what is put there would come again. Name one that is looked into by nobody.';
  throw refusal(option, `must be another directory than inbound.directory: ${why}`);
}

/** `/out`, `out/` and `//out/.` are one directory wherever a login begins at the root, which is usual. */
function plainPath(path: string): string {
  return posix.join('/', path).replace(/(?<=.)\/$/, '');
}

function refusal(option: string, text: string): X12Error {
  return invalidOption(option, `${option} of the transport ${text}`);
}
