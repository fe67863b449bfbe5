import { requireForm } from './check-options.js';
import type { X12ErrorCode } from './error-codes.js';
import { pageOfError } from './error-page.js';
import type { Reason } from './reasons.js';

/**
 * Where the documentation explains a reason or an error code: `findings/element-too-long`, `errors/x12-option-invalid`. The path is relative to
 * the site that `npm run docs` builds, wherever that is served; with `base`, the address of such a site, it is a whole address of a page.
 * @throws X12Error `X12_OPTION_INVALID` for what is no text.
 */
export function pageOf(name: Reason | X12ErrorCode, base?: string): string {
  requireForm('pageOf', 'name', name, 'text');
  const page = isErrorCode(name) ? pageOfError(name) : `findings/${name}`;
  return base === undefined ? page : `${base.replace(/\/$/, '')}/${page}.html`;
}

function isErrorCode(name: Reason | X12ErrorCode): name is X12ErrorCode {
  return name.startsWith('X12_');
}
