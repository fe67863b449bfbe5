import type { CallMessage, CallName, Calls, FileState, Trouble, WorkerMessage } from '../shared/protocol.js';
import { startWorker } from './start-worker.js';

interface Waiting {
  readonly name: CallName;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (trouble: CallFailed) => void;
}

/** A question that the worker could not answer. */
export class CallFailed extends Error {
  readonly trouble: Trouble;
  readonly call: CallName;

  constructor(call: CallName, trouble: Trouble) {
    super(trouble.text);
    this.call = call;
    this.trouble = trouble;
  }
}

const TEXTS = {
  forbidden:
    'The page may not start its worker, which reads the files: the policy of the server forbids it. See worker-src, and trusted-types, which must allow ediloom-inspector.',
  missing: 'The part that reads X12 cannot be loaded. Check that the site is served whole, and lets workers start.',
  ended:
    'The part that reads X12 has stopped, perhaps for want of memory. It was started anew: open the file again. What was not saved is gone.',
} as const;

/** The page's end of the worker: questions by name, each with its answer. A worker that dies is told, and another takes its place. */
export class WorkerLink {
  onState: (state: FileState) => void = () => {};
  /** The worker is gone, and the file with it. */
  onEnd: (trouble: Trouble) => void = () => {};
  readonly #address: URL;
  #worker: Worker | undefined;
  /** Whether the worker has said anything yet: one that never did would not do so the next time. */
  #hasSpoken = false;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;

  constructor(address: URL) {
    this.#address = address;
  }

  /** Starts the worker; where it cannot be, `onEnd` is told why. */
  start(): void {
    const name = `ediloom ${performance.timeOrigin} ${Math.random()}`;
    this.#hasSpoken = false;
    try {
      const worker = startWorker(this.#address, name);
      this.#worker = worker;
      worker.onmessage = (event: MessageEvent<WorkerMessage>) => {
        if (worker !== this.#worker) return;
        this.#hasSpoken = true;
        if (event.data.kind === 'held') this.#watch(worker, name);
        else this.#take(event.data);
      };
      worker.onerror = () => this.#end(worker);
    } catch {
      this.#worker = undefined;
      this.onEnd({ code: 'worker', text: TEXTS.forbidden });
    }
  }

  call<Name extends CallName>(
    name: Name,
    ask: Calls[Name]['ask'],
    transfer: Transferable[] = [],
  ): Promise<Calls[Name]['answer']> {
    const worker = this.#worker;
    if (worker === undefined) return Promise.reject(new CallFailed(name, { code: 'worker', text: TEXTS.missing }));
    const id = this.#next++;
    const message: CallMessage = { id, name, ask };
    return new Promise<Calls[Name]['answer']>((resolve, reject) => {
      // The worker answers each name by its own form: see its table of handlers.
      this.#waiting.set(id, { name, resolve: resolve as (answer: unknown) => void, reject });
      worker.postMessage(message, transfer);
    });
  }

  /** True while a change that was asked for has no answer. */
  get isChanging(): boolean {
    return [...this.#waiting.values()].some(({ name }) => name === 'edit' || name === 'writeJson');
  }

  // A worker that runs out of memory may end without a word. It holds a lock as long as it lives: who gets that, knows.
  #watch(worker: Worker, name: string): void {
    // Pages that were not loaded safely have no locks.
    void (navigator as Partial<Navigator>).locks?.request(name, () => this.#end(worker));
  }

  #end(worker: Worker): void {
    if (worker !== this.#worker) return;
    worker.terminate();
    this.#worker = undefined;
    const trouble = { code: 'worker', text: this.#hasSpoken ? TEXTS.ended : TEXTS.missing };
    for (const { name, reject } of this.#waiting.values()) reject(new CallFailed(name, trouble));
    this.#waiting.clear();
    if (this.#hasSpoken) this.start();
    this.onEnd(trouble);
  }

  #take(message: Exclude<WorkerMessage, { kind: 'held' }>): void {
    if (message.kind === 'state') return this.onState(message.state);
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(message.answer);
    else waiting?.reject(new CallFailed(waiting.name, message.trouble));
  }
}
