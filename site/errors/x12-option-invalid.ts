import { createMemoryControlNumbers } from 'ediloom';

createMemoryControlNumbers({ start: 0 });
