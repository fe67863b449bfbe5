import { createEngine } from 'ediloom';

const signal = AbortSignal.abort();
await createEngine({ guides: [] }).parse('ISA*00*', { signal });
