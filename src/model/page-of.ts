import type { X12ErrorCode } from './error-codes.js';
import type { Reason } from './reasons.js';

/**
 * Where the documentation explains a reason or an error code: `findings/element-too-long`, `errors/x12-option-invalid`. The path is relative to
 * the site that `npm run docs` builds, wherever that is served; with `base`, the address of such a site, it is a whole address of a page.
 */
export function pageOf(name: Reason | X12ErrorCode, base?: string): string {
  const page = isErrorCode(name) ? pageOfError(name) : `findings/${name}`;
  return base === undefined ? page : `${base.replace(/\/$/, '')}/${page}.html`;
}

/** The same for errors alone: they are in every bundle, where it has to be small. */
export function pageOfError(code: X12ErrorCode): string {
  return `errors/${code.toLowerCase().replaceAll('_', '-')}`;
}

function isErrorCode(name: Reason | X12ErrorCode): name is X12ErrorCode {
  return name.startsWith('X12_');
}
