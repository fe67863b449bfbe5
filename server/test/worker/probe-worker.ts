import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { lockRealm } from '../../src/worker/lock-realm.js';
import { type Asked, READY } from '../../src/worker/protocol.js';

// In the place of the worker: what somebody could do who had come to run code of his own in it. It is asked what to try, and answers what came of it.

const send = (message: unknown): void => {
  process.send?.(message);
};

function outcome(attempt: () => unknown): string {
  try {
    attempt();
    return 'done';
  } catch (error) {
    return (error as { readonly code?: string }).code ?? String(error);
  }
}

/** Buffers lie outside of the heap. */
const kept: Buffer[] = [];

const TRIES: Readonly<Record<string, () => unknown>> = {
  'write a file': () => outcome(() => writeFileSync('/tmp/ediloom-probe', 'x')),
  'read a file': () => outcome(() => readFileSync('/etc/hostname')),
  'list a folder': () => outcome(() => readdirSync('/etc')),
  'start a process': () => outcome(() => spawnSync(process.execPath, ['-e', '1'])),
  'make code': () => outcome(() => new Function('return 1')()),
  environment: () => Object.keys(process.env).filter((name) => name !== 'NODE_CHANNEL_FD' && !name.startsWith('NODE_')),
  doors: () => ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'kill'].filter((name) => name in process),
  globals: () =>
    ['fetch', 'WebSocket', 'SharedArrayBuffer', 'WebAssembly', 'require'].filter((name) => name in globalThis),
  prototype: () => outcome(() => Object.assign(Object.prototype, { polluted: true })) !== 'done',
};

const MESSAGES: Readonly<Record<string, (word: string) => readonly unknown[]>> = {
  'a text': () => ['hello'],
  'ready again': () => [READY],
  'an answer to something else': () => [{ word: 'other', outcome: { ok: true, text: '1' } }],
  'an outcome without its word': () => [{ ok: true, text: '1' }],
  'an outcome of another shape': (word) => [{ word, outcome: { ok: 'yes', text: '1' } }],
  'an unknown code': (word) => [{ word, outcome: { ok: false, code: 'busy', text: 'Come again.' } }],
  'a number for a text': (word) => [{ word, outcome: { ok: true, text: 1 } }],
  'one answer too many': (word) => [
    { word, outcome: { ok: true, text: '1' } },
    { word, outcome: { ok: true, text: '2' } },
  ],
};

lockRealm();
process.on('message', ({ word, work }: Asked) => {
  const asked = 'expression' in work ? work.expression : '';
  const messages = MESSAGES[asked]?.(word);
  if (messages !== undefined) for (const message of messages) send(message);
  else if (asked === 'buffers') for (let i = 0; i < 14; i++) kept.push(Buffer.alloc(32 * 1024 * 1024, 1));
  else send({ word, outcome: { ok: true, text: JSON.stringify(TRIES[asked]?.() ?? asked) } });
});
send(READY);
