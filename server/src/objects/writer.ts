import { parentPort, workerData } from 'node:worker_threads';
import { folderObjects } from './folder-objects.js';
import { ObjectStoreError } from './object-store.js';
import type { ThreadAnswer, ThreadPut, ThreadStart } from './write-thread.js';

// The entry of the thread: the same store over the same folder, asked by messages.
const { folder, removals } = workerData as ThreadStart;
const objects = folderObjects({ folder, removals });
/** State of the module, which is one thread's whole program. */
let answers: ThreadAnswer[] = [];

parentPort?.on('message', (puts: readonly ThreadPut[]) => {
  for (const put of puts) void answerOf(put).then(answer);
});

async function answerOf({ id, name, bytes }: ThreadPut): Promise<ThreadAnswer> {
  try {
    return { id, stored: await objects.put(name, bytes) };
  } catch (error) {
    const code = error instanceof ObjectStoreError ? error.code : undefined;
    return { id, code, message: error instanceof Error ? error.message : 'An object could not be written.' };
  }
}

function answer(one: ThreadAnswer): void {
  // What else is done by now goes with it.
  if (answers.length === 0) {
    setImmediate(() => {
      parentPort?.postMessage(answers);
      answers = [];
    });
  }
  answers.push(one);
}
