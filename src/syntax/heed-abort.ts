/**
 * The items of an iterable until a signal fires, also while the next is waited for: a source that has gone silent would else be waited for as long as it is.
 * One that is left behind is told to return, and not waited for.
 * @param letGo closes what the items come from; called where the signal fires while one is waited for.
 * @param error what is thrown then.
 */
export async function* heedAbort<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal,
  { error, letGo }: { readonly error: () => Error; readonly letGo?: () => void },
): AsyncGenerator<T, void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      const next = await nextOrAbort(iterator, signal, error);
      ended = next.done === true;
      if (next.done === true) return;
      yield next.value;
    }
  } catch (thrown) {
    // What throws has ended by itself, unless it was left waiting.
    ended = !signal.aborted;
    throw thrown;
  } finally {
    if (!ended) {
      if (signal.aborted) letGo?.();
      const returned = Promise.resolve(iterator.return?.());
      // A generator returns once what it waits for has come.
      if (signal.aborted) returned.catch(() => undefined);
      else await returned;
    }
  }
}

// A listener for each item, and not one race with a promise that stays: that would keep something of every item.
function nextOrAbort<T>(
  iterator: AsyncIterator<T>,
  signal: AbortSignal,
  error: () => Error,
): Promise<IteratorResult<T>> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(error());
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    const settle = (): void => signal.removeEventListener('abort', abort);
    Promise.resolve(iterator.next()).finally(settle).then(resolve, reject);
  });
}
