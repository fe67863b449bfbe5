import type { AnyRoute } from '../../gateway/route.js';
import { routes as executions } from './executions/index.js';
import { generateEdi } from './interchanges/generate-edi.js';
import { routes as transactions } from './transactions/index.js';

/** The EDI platform: files out, and what became of them. */
export const routes: readonly AnyRoute[] = [generateEdi, ...transactions, ...executions];
