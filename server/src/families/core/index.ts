import type { AnyRoute } from '../../gateway/route.js';
import { generateEdi } from './interchanges/generate-edi.js';

/** The EDI platform: files out, and what became of them. */
export const routes: readonly AnyRoute[] = [generateEdi];
