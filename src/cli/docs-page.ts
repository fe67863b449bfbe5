import type { X12ErrorCode } from '../model/error.js';
import { pageOf } from '../model/page-of.js';
import type { Reason } from '../model/reasons.js';

/**
 * The address of the page that explains a reason or a code: below `EDILOOM_DOCS` of the environment, such as `https://docs.example.com/edi`.
 * Without that there is none, as nobody knows where the pages are served.
 */
export function docsPage(name: Reason | X12ErrorCode): string | undefined {
  const base = process.env.EDILOOM_DOCS ?? '';
  return base === '' ? undefined : pageOf(name, base);
}
