/** Work that is done at the first call only: several events may each be the last one of a request. */
export function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
