import { expect, it } from 'vitest';
import { MASTER_KEY_COMMANDS } from '../../src/commands/master-keys.js';

it('a rotation counts payloads of every table, not those of files alone', () => {
  const [command] = MASTER_KEY_COMMANDS;
  const none = { artifacts: 0, staged: 0, fragments: 0, batchItems: 0, providers: 0, enrollments: 0 };
  const rotated = {
    ...{ ...none, enrollmentNotes: 0, enrollmentTasks: 0, taskResponses: 0 },
    ...{
      secrets: 3,
      invocationEvents: 2,
      invocationErrors: 1,
      invocationLogs: 4,
      objects: 0,
      lostObjects: [],
      auditMarks: 9,
    },
  };
  expect(command?.show(rotated as never, 80)).toContain('Sealed anew: 3 secrets, 7 payloads, 0 objects.');
});
