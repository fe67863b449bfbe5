import { requireForm } from '../../../model/check-options.js';
import { X12Error } from '../../../model/error.js';
import { completePartnership } from './complete-partnership.js';
import type { Partnership, PartnershipSettings } from './partnership.js';

/**
 * A partnership with its defaults, checked.
 * @throws X12Error `X12_CONNECTION_INVALID`; its message names every setting that cannot be used.
 */
export function partnershipFrom(settings: PartnershipSettings): Partnership {
  requireForm('partnershipFrom', 'settings', settings, 'object');
  const completed = completePartnership(settings);
  if (completed.ok) return completed.partnership;
  const list = completed.problems.map(({ path, text }) => `${path}: ${text}`).join(' ');
  throw new X12Error('X12_CONNECTION_INVALID', `The AS2 partnership cannot be used. ${list}`, {
    details: { problems: completed.problems },
  });
}
