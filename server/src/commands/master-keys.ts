import { type Rotated, rotateMasterKey } from '../maintenance/rotate-master-key.js';
import { type Command, demandNoWords } from './command.js';

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

function showRotated({ secrets, objects, lostObjects, auditMarks: _, ...payloads }: Rotated): string {
  // Whatever table they are in: who has only invocations would read that nothing was done.
  const sealed = Object.values(payloads).reduce((sum, one) => sum + one, 0);
  const done = `Sealed anew: ${secrets} secrets, ${sealed} payloads, ${objects} objects.`;
  if (lostObjects.length === 0) return `${done} Once every process has this key first, the older ones can go.`;
  return [
    `${done} ${lostObjects.length} objects cannot be opened, as they were changed or cut since. Restore them from a backup and run this again before the older keys go:`,
    ...lostObjects,
  ].join('\n');
}
