const SHARED = [Object, Array, Function, String, Number, Boolean, Date, RegExp, Promise, Map, Set, Symbol, Error];

/**
 * An instant for the work at hand; the guard against endless expressions still asks the real clock by `Date.now`. It is state of the
 * module as `Date` is state of the realm: there is one of each in a process, and works run in it in turn.
 */
let pinned = 0;

class PinnedDate extends Date {
  constructor(...parts: readonly unknown[]) {
    // Whatever Date takes, handed on as it came.
    super(...((parts.length === 0 ? [pinned] : parts) as [number]));
  }
}

/** What `new Date()` gives from now on. */
export function pinTime(at: number): void {
  pinned = at;
}

/** Members of `process` that lead to modules and to other processes. Our program does not use them. */
const DOORS = [
  ...['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'kill', '_kill'],
  ...['_debugProcess', '_debugEnd', 'mainModule', 'chdir', 'setuid', 'setgid', 'loadEnvFile', 'report', 'permission'],
];
/** What reaches other machines, and memory of other threads. */
const GLOBALS = [
  'fetch',
  'WebSocket',
  'EventSource',
  'BroadcastChannel',
  'SharedArrayBuffer',
  'Atomics',
  'WebAssembly',
];

/** Expressions of several accounts run here in turn: nothing may be added to what all values share, and nothing leads out of it. */
export function lockRealm(): void {
  for (const door of DOORS) Reflect.deleteProperty(process, door);
  for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name);
  // A signal must not open a debugger, where no flag of this release of Node says so.
  process.on('SIGUSR1', () => undefined);
  Object.assign(globalThis, { Date: PinnedDate });
  for (const shared of [...SHARED, PinnedDate]) {
    Object.preventExtensions(shared);
    Object.preventExtensions(shared.prototype);
  }
}
