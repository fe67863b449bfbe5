import { rotateMasterKey } from '../maintenance/rotate-master-key.js';
import { type Command, demandNoWords } from './command.js';

interface Rotated {
  readonly secrets: number;
  readonly artifacts: number;
  readonly objects: number;
  readonly lostObjects: readonly string[];
}

/** The key that opens what is sealed in the store. */
export const MASTER_KEY_COMMANDS: readonly Command[] = [
  {
    name: 'keys rotate-master',
    usage: '',
    summary: 'Seals all secrets and encrypted payloads anew with the first of the master keys.',
    prepare: async (args) => {
      demandNoWords('keys rotate-master', args);
      return {};
    },
    run: ({ store, objects, secrets }) => rotateMasterKey({ store, objects, keys: secrets.keys }),
    show: showRotated,
  },
];

function showRotated({ secrets, artifacts, objects, lostObjects }: Rotated): string {
  const done = `Sealed anew: ${secrets} secrets, ${artifacts} payloads, ${objects} objects.`;
  if (lostObjects.length === 0) return `${done} Once every process has this key first, the older ones can go.`;
  return [
    `${done} ${lostObjects.length} objects cannot be opened, as they were changed or cut since. Restore them from a backup and run this again before the older keys go:`,
    ...lostObjects,
  ].join('\n');
}
