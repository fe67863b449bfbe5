import type { CallMessage, CallName, Calls, WorkerMessage } from '../shared/protocol.js';
import { unpackGzip } from '../shared/unpack.js';
import { GuideShelf } from './guide-shelf.js';
import { Inspection } from './inspection.js';
import { rowWindow } from './row-window.js';
import { LoadError, troubleOf } from './trouble.js';

/** What a worker has of its global object; the types of the page's window do not fit it. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<CallMessage>) => void) | null;
  postMessage(message: WorkerMessage, transfer?: Transferable[]): void;
}

// In a worker `self` is that scope; the compiler knows the page's only.
const scope = self as unknown as WorkerScope;

const shelf = new GuideShelf(async (name) => {
  // Guides alone are fetched, from beside the page: nothing of a file is ever part of an address.
  const answer = await fetch(new URL(`guides/${name}`, self.location.href)).catch(() => undefined);
  if (answer?.ok !== true)
    throw new LoadError('The guides beside this page cannot be loaded. Check that the site is served whole.');
  return answer.json();
});
const inspection = new Inspection(shelf, (state) => scope.postMessage({ kind: 'state', state }));

// Held as long as this worker lives: the page waits for it, once told, and so learns of an end without a word.
void (navigator as Partial<Navigator>).locks?.request(self.name, () => {
  scope.postMessage({ kind: 'held' });
  return new Promise(() => {});
});

type Handlers = {
  readonly [Name in CallName]: (ask: Calls[Name]['ask']) => Calls[Name]['answer'] | Promise<Calls[Name]['answer']>;
};

const handlers: Handlers = {
  open: ({ bytes }) => inspection.open(new Uint8Array(bytes)),
  rows: ({ from, count }) => ({
    revision: inspection.state.revision,
    rows: rowWindow(inspection.reading, from, count),
  }),
  findings: ({ from, count }) => ({ rows: inspection.reading.findings.rows(from, count) }),
  details: ({ segment }) => inspection.details(segment),
  fold: ({ segment, folded }) => {
    if (inspection.state.phase !== 'reading') inspection.reading.folds.set(segment, folded);
    return { state: inspection.state, row: inspection.reading.folds.rowOf(segment) };
  },
  foldAll: ({ segment, folded }) => {
    if (inspection.state.phase !== 'reading') inspection.reading.folds.setAll(folded);
    return { state: inspection.state, row: inspection.reading.folds.rowOf(segment) };
  },
  reveal: ({ segment }) => {
    const { folds } = inspection.reading;
    if (folds.folded.length > 0) folds.reveal(segment);
    return { state: inspection.state, row: folds.rowOf(segment) };
  },
  nextFinding: ({ segment, back }) => inspection.reading.findings.next(segment, back),
  find: (ask) => inspection.find(ask),
  json: ({ segment }) => inspection.editing.json(segment),
  writeJson: (ask) => inspection.editing.writeJson(ask),
  text: (place) => inspection.editing.text(place),
  edit: (ask) => inspection.editing.edit(ask),
  undo: () => inspection.editing.go('back'),
  redo: () => inspection.editing.go('forth'),
  answer: async () => {
    try {
      return { answers: await inspection.answers() };
    } catch (error) {
      return { answers: [], trouble: troubleOf(error) };
    }
  },
  unpack: ({ file, most }) => unpackGzip(file, most),
  bytes: async () => ({ bytes: await inspection.bytes(), revision: inspection.state.revision }),
  compare: ({ bytes }) => inspection.compare(new Uint8Array(bytes)),
  compared: ({ from, count, short }) => ({ rows: inspection.compared?.window(from, count, { short }) ?? [] }),
};

scope.onmessage = ({ data: { id, name, ask } }) => {
  // The page pairs each name with what is asked; the compiler cannot follow that through one object.
  const handle = handlers[name] as (ask: unknown) => unknown;
  // Begun at once, in the order of the messages: changes queue in that order.
  const run = async (): Promise<unknown> => handle(ask);
  run().then(
    (answer) => scope.postMessage({ kind: 'answer', id, answer }, moved(name, answer)),
    (error: unknown) => scope.postMessage({ kind: 'failed', id, trouble: troubleOf(error) }),
  );
};

/** Long bytes are handed over, not copied: neither side waits for them. */
function moved(name: CallName, answer: unknown): Transferable[] {
  if (name === 'bytes') return [(answer as Calls['bytes']['answer']).bytes]; // as its handler gives it
  if (name === 'unpack') {
    const unpacked = answer as Calls['unpack']['answer']; // the same
    return unpacked.kind === 'bytes' ? [unpacked.bytes] : [];
  }
  const json = name === 'json' ? (answer as Calls['json']['answer']) : undefined; // the same
  return json === undefined ? [] : [json.bytes.buffer, json.lines.buffer];
}
