import type { Store } from '../../src/store/store.js';

/** A store all of whose work fails while there is trouble, and is done where there is none. */
export function failingStore(store: Store, trouble: () => Error | undefined): Store {
  const tried = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const error = trouble();
    return error === undefined ? work() : Promise.reject(error);
  };
  return {
    ...store,
    read: (work) => tried(() => store.read(work)),
    list: (work) => tried(() => store.list(work)),
    write: (work, options) => tried(() => store.write(work, options)),
  };
}
