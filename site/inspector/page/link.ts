import type { CallMessage, CallName, Calls, FileState, Trouble, WorkerMessage } from '../shared/protocol.js';

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (trouble: CallFailed) => void;
}

/** A question that the worker could not answer. */
export class CallFailed extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble.text);
    this.trouble = trouble;
  }
}

/** The page's end of the worker: questions by name, each with its answer. */
export class WorkerLink {
  onState: (state: FileState) => void = () => {};
  onTrouble: (trouble: Trouble) => void = () => {};
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;

  constructor(address: URL) {
    this.#worker = new Worker(address, { type: 'module', name: 'ediloom' });
    this.#worker.onmessage = (event: MessageEvent<WorkerMessage>) => this.#take(event.data);
    this.#worker.onerror = () => {
      this.onTrouble({ code: 'worker', text: 'The part that reads X12 has stopped. Load the page again.' });
    };
  }

  call<Name extends CallName>(
    name: Name,
    ask: Calls[Name]['ask'],
    transfer: Transferable[] = [],
  ): Promise<Calls[Name]['answer']> {
    const id = this.#next++;
    const message: CallMessage = { id, name, ask };
    return new Promise<Calls[Name]['answer']>((resolve, reject) => {
      // The worker answers each name by its own form: see its table of handlers.
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      this.#worker.postMessage(message, transfer);
    });
  }

  #take(message: WorkerMessage): void {
    if (message.kind === 'state') return this.onState(message.state);
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(message.answer);
    else waiting?.reject(new CallFailed(message.trouble));
  }
}
