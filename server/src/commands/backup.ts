import type { BackupPlace } from '../backup/backup-place.js';
import { type BackupReport, createBackup } from '../backup/create-backup.js';
import type { RestoreChoices } from '../backup/finish-restore.js';
import { type RestoreReport, restoreBackup } from '../backup/restore-backup.js';
import { systemClock } from '../clock.js';
import { beginSweepPause, endSweepPause } from '../objects/sweep-pause.js';
import { openExistingKeys } from '../secrets/master-keys.js';
import { type AnyCommand, type Arguments, type Command, type Here, textIn, UsageError } from './command.js';
import { wholeNumber } from './whole-number.js';

/** Asked by the backup, where the store is; nobody needs it by hand but to end what a backup that was killed has left. */
const PAUSE: Command = {
  name: 'sweep pause',
  usage: '',
  summary: 'Has no object removed for two days, and prints what resumes it; backup does both by itself.',
  isInner: true,
  prepare: async () => ({}),
  run: ({ store, clock }) => store.write(async (tx) => ({ id: await beginSweepPause(tx, clock.now()) })),
  show: ({ id }: { readonly id: string }) => id,
};

const RESUME: Command = {
  name: 'sweep resume',
  usage: 'ID',
  summary: 'Ends such a pause.',
  isInner: true,
  prepare: async ({ positionals: [id, ...more] }) => {
    if (id === undefined || more.length > 0) throw new UsageError('sweep resume takes what sweep pause has printed.');
    return { id };
  },
  run: async ({ store }, input) => {
    await store.write((tx) => endSweepPause(tx, textIn(input, 'id')));
    return { resumed: true };
  },
  show: () => '',
};

/** A copy of everything, taken while the server works, and the way back. */
export const BACKUP_COMMANDS: readonly AnyCommand[] = [
  {
    name: 'backup',
    usage: 'FOLDER',
    summary: 'Copies store and objects into an empty folder, while the server works or not.',
    runHere: async ({ positionals: [target, ...more] }, here) => {
      if (target === undefined || more.length > 0) throw new UsageError('backup takes one folder.');
      const pauseSweep = async () => {
        // `PAUSE` answers so.
        const { id } = (await here.ask(PAUSE, {})) as { readonly id: string };
        // A server that has ended meanwhile takes nothing away from the backup.
        return () =>
          here.ask(RESUME, { id }).then(
            () => undefined,
            () =>
              here.progress(`No object is removed for two days, or until you run: ediloom-server sweep resume ${id}`),
          );
      };
      const report = await createBackup({ ...placeOf(here), target, pauseSweep });
      if (report.missing === 0) return report;
      throw new Error(
        `${showBackup(report)} But ${report.missing} objects that rows name are not there: missing-objects.jsonl has their names.`,
      );
    },
    show: (report: BackupReport) => showBackup(report),
  },
  {
    name: 'restore',
    usage: 'FOLDER [--numbers +N | as-is] [--deliveries hold | send] [--allow-missing]',
    summary: 'Brings a backup into an empty data folder or database.',
    options: {
      numbers: {
        type: 'string',
        help: 'raises all control numbers, by more than were sent since the backup; as-is: nothing was; default: ask before the next file',
      },
      deliveries: {
        type: 'string',
        help: 'those that were open at the backup, and checks of batches: hold among the failed jobs (default), or send (default with as-is)',
      },
      'allow-missing': { type: 'boolean', help: 'goes on although objects are not in their bucket any more' },
    },
    runHere: async (args, here) => {
      const [source, ...more] = args.positionals;
      if (source === undefined || more.length > 0) throw new UsageError('restore takes the folder of one backup.');
      const allowMissing = args.options['allow-missing'] === true;
      return restoreBackup({ ...placeOf(here), source, allowMissing, ...choicesOf(args) });
    },
    show: (report: RestoreReport) => showRestore(report),
  },
  PAUSE,
  RESUME,
];

function placeOf({ config, environment, progress }: Here): BackupPlace {
  const keys = openExistingKeys({ masterKey: config.masterKey, folder: config.dataDir });
  return { config, environment, keys, clock: systemClock, progress };
}

function choicesOf({ options }: Arguments): RestoreChoices {
  const { numbers: text, deliveries = text === 'as-is' ? 'send' : 'hold' } = options;
  if (deliveries !== 'hold' && deliveries !== 'send') throw new UsageError('--deliveries is hold or send.');
  if (text === undefined || text === 'as-is') return { numbers: text, deliveries };
  return { numbers: wholeNumber(text, '--numbers is +N, such as +10000, or as-is'), deliveries };
}

function showBackup({ target, storeBytes, objects, objectBytes, objectsCopied }: BackupReport): string {
  const what = objectsCopied
    ? `${objects} objects of ${objectBytes} bytes`
    : `a list of ${objects} objects, which stay in their bucket`;
  return `Backed up to ${target}: the store (${storeBytes} bytes) and ${what}. Keep the master key apart from it.`;
}

const NUMBERS: Readonly<Record<RestoreReport['numbers'], string>> = {
  held: 'Nothing is sent until you say which control numbers were sent since: control-numbers raise +N, or control-numbers as-is.',
  raised: 'All control numbers were raised.',
  'as-is': 'Control numbers go on where the backup has them.',
};

function showRestore(report: RestoreReport): string {
  const { createdAt, objects, missing, numbers, heldDeliveries, heldChecks, heldClaimFiles } = report;
  return [
    `Restored the state of ${createdAt}, with ${objects - missing} objects.`,
    ...(missing === 0 ? [] : [`${missing} objects are not in their bucket any more.`]),
    NUMBERS[numbers],
    ...(heldDeliveries === 0
      ? []
      : [`${heldDeliveries} deliveries were open: jobs lists them, jobs retry ID delivers them.`]),
    ...(heldChecks === 0
      ? []
      : [
          `${heldChecks} jobs of eligibility batches were open, whose checks payers may have been asked since: jobs lists them, jobs retry --kind KIND makes them.`,
        ]),
    ...(heldClaimFiles === 0
      ? []
      : [
          `${heldClaimFiles} files of claims were open, which payers may have got since: each is held until you say what becomes of it.`,
        ]),
    'API keys that were deleted since are valid again: keys lists them.',
  ].join('\n');
}
