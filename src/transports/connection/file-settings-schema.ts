import { list, milliseconds, object, oneOf, type Properties, string, whole } from './schema-node.js';

/** `outbound`, `inbound` and `sessions` of every connection over files. */
export const FILE_SETTINGS: Properties = {
  outbound: object(
    {
      directory: string('Where the partner looks for files.'),
      existing: oneOf(
        ['refuse', 'suffix', 'overwrite'],
        'What to do about another file of the same name: fail, take NAME-2, or replace it. Default refuse.',
      ),
      temporary: object(
        {
          directory: string('A directory on the same file system. Default: the final one.'),
          prefix: string('Default .tmp-'),
          suffix: string('Default none.'),
        },
        [],
        'Where a file is while it is written.',
      ),
      rename: oneOf(['auto', 'plain', 'posix', 'delete-then-rename'], 'How the final name is given. Default auto.'),
      verify: oneOf(['size', 'hash'], 'What is compared before the final name is given. Default size.'),
      whenGone: oneOf(
        ['ask', 'send'],
        'What is done where a confirmation was lost and the file is not there: a person asks the partner, or it is sent again. Default ask.',
      ),
    },
    ['directory'],
    'Absent: nothing can be sent.',
  ),
  inbound: object(
    {
      directory: string('Where the partner puts files for us.'),
      include: list(string('Pattern of names to take: *, ?, [a-z], {a,b}.'), 'Default all.'),
      exclude: list(string('Pattern of names to leave.'), 'Temporary names are always left.'),
      triggerSuffix: string('A file is ready once another with this behind its name is there. Default: by stability.'),
      stableMs: milliseconds('Between two looks at which size and time must be the same. Default 10000; 0: one look.'),
      order: oneOf(['name', 'modified'], 'Default name.'),
      maxFiles: whole(1, 1_000_000, 'Files of one round. Default 1000.'),
      maxFileBytes: whole(1, Number.MAX_SAFE_INTEGER, 'Bytes of one file; larger ones are left. Default 1 GiB.'),
      archiveDirectory: string('Accepted files go there. Default: they are deleted.'),
      rejectDirectory: string('Rejected files go there. Default: they stay.'),
    },
    ['directory'],
    'Absent: nothing can be received.',
  ),
  sessions: object(
    {
      max: whole(1, 1000, 'At once. Default 4.'),
      idleMs: whole(1, 2 ** 31 - 1, 'Milliseconds without use, after which one is ended. Default 30000.'),
      waitMs: whole(1, 2 ** 31 - 1, 'Milliseconds that a transfer waits in line for one. Default 600000.'),
      maxWaiting: whole(1, 1_000_000, 'Transfers in line. Default 10000.'),
    },
    [],
    "Logins at the partner's server, kept between transfers.",
  ),
};
