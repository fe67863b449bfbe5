import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Command } from '../../src/commands/command.js';
import { ENROLLMENT_TASK_COMMANDS } from '../../src/commands/enrollment-tasks.js';
import { SERVICE_ENROLLMENT_COMMANDS } from '../../src/commands/service-enrollments.js';
import type { Services } from '../../src/exchange/services.js';
import { type EnrollmentWorld, enrollmentWorld } from '../support/enrollments.js';

let world: EnrollmentWorld;
let folder: string;
beforeEach(async () => {
  world = await enrollmentWorld();
  folder = await mkdtemp(join(tmpdir(), 'enrollment-tasks-'));
});
afterEach(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const COMMANDS: readonly Command[] = [...ENROLLMENT_TASK_COMMANDS, ...SERVICE_ENROLLMENT_COMMANDS];

async function run(name: string, words: readonly string[], options: Record<string, string> = {}): Promise<string> {
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) throw new Error(`There is no command ${name}.`);
  const input = await command.prepare({ positionals: words, options }, {});
  // As it comes over HTTP.
  const sent = JSON.parse(JSON.stringify(input)) as object;
  return command.show((await command.run(world.services as Services, sent as never)) as never, 80);
}

it('enrollments are found, moved on, noted and shown', async () => {
  expect(await run('enrollments requests', [])).toBe('There are none.');
  const { id } = await world.enroll({ status: 'SUBMITTED' });
  expect(await run('enrollments requests', [])).toMatch(
    new RegExp(`^${id}  SUBMITTED +2026-[\\dT:-]+  LAKES  1999999984  Lake Clinic$`),
  );
  await run('enrollments move', [id, 'provisioning'], { reason: 'Three weeks.' });
  expect(await run('enrollments requests', [], { status: 'PROVISIONING' })).toContain(id);
  const shown = await run('enrollments show', [id]);
  expect(shown).toContain('reason        Three weeks.');
  expect(shown).toMatch(/PROVISIONING by the service$/);
  expect(shown).not.toContain('981234567');
  expect(await run('enrollments notes', [id])).toBe('There are no notes.');
  await run('enrollments notes add', [id, 'A check came.']);
  expect(await run('enrollments notes', [id])).toMatch(/^2026-[\dT:-]+ {2}A check came\.$/);
  await expect(run('enrollments move', [id, 'DRAFT'])).rejects.toThrow('it can become LIVE, REJECTED, CANCELED');
  await expect(run('enrollments move', [id, 'GONE'])).rejects.toThrow('The status is one of');
  await expect(run('enrollments move', [id])).rejects.toThrow('PROVISIONING, LIVE, REJECTED, CANCELED');
  const unquoted = ['A', 'check', 'came.'];
  await expect(run('enrollments notes add', [id, ...unquoted])).rejects.toThrow('a text in quotation marks');
});

it('neither a note nor a reason is cut: one that is too long is refused', async () => {
  const { id } = await world.enroll({ status: 'SUBMITTED' });
  await expect(run('enrollments notes add', [id, 'x'.repeat(10_001)])).rejects.toThrow('10000 characters at most');
  expect(await run('enrollments notes', [id])).toBe('There are no notes.');
  const move = (reason: string) => run('enrollments move', [id, 'REJECTED'], { reason });
  await expect(move('x'.repeat(4_001))).rejects.toThrow('4000 characters at most');
  expect(await move('\u{1F600}'.repeat(4_000))).toContain('REJECTED by the service');
});

it('tasks are given from a file, done and taken back', async () => {
  const { id } = await world.enroll({ status: 'SUBMITTED' });
  const path = join(folder, 'task.json');
  const task = { responsibleParty: 'PLATFORM', definition: { manualTask: { instructions: 'Send it.', fields: [] } } };
  await writeFile(path, JSON.stringify(task));
  const given = await run('enrollments tasks add', [id, path]);
  const taskId = /^Given as ([0-9a-f-]{36})\.$/.exec(given)?.[1] ?? '';
  const line = (state: string) => `task          ${taskId}  ${state}  PLATFORM  Send it.`;
  expect(await run('enrollments show', [id])).toContain(line('open'));
  expect(await run('enrollments tasks complete', [id, taskId])).toBe(`${taskId} is done.`);
  expect(await run('enrollments show', [id])).toContain(line('done'));
  await expect(run('enrollments tasks delete', [id, id])).rejects.toThrow('enrollments show lists');
  expect(await run('enrollments tasks delete', [id, taskId])).toBe('It is taken back.');
  await writeFile(path, JSON.stringify({ ...task, rank: -1 }));
  await expect(run('enrollments tasks add', [id, path])).rejects.toThrow('/rank');
  await writeFile(path, '{ "definition": ');
  await expect(run('enrollments tasks add', [id, path])).rejects.toThrow('line 1');
});
