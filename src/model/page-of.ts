import { requireForm } from './check-options.js';
import type { X12ErrorCode } from './error.js';
import type { Reason } from './reasons.js';

/**
 * Where the documentation explains a reason or an error code: `findings/element-too-long`, `errors/x12-option-invalid`. The path is relative to
 * the site that `npm run docs` builds, wherever that is served; with `base`, the address of such a site, it is a whole address of a page.
 */
export function pageOf(name: Reason | X12ErrorCode, base?: string): string {
  requireForm('pageOf', 'name', name, 'text');
  const page = name.startsWith('X12_') ? `errors/${name.toLowerCase().replaceAll('_', '-')}` : `findings/${name}`;
  return base === undefined ? page : `${base.replace(/\/$/, '')}/${page}.html`;
}
