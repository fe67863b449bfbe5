/**
 * Bytes in memory that is not shared with other threads, as `Blob`, `Response` and the like ask for. The compiler's libraries tell these from
 * others since TypeScript 5.7, and what `slice` gives is called as each of them calls it.
 */
export type Bytes = ReturnType<Uint8Array['slice']>;
