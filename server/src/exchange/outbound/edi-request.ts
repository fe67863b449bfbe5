import { invalid } from '../../problems.js';
import type { OutboundRequest } from './outbound-request.js';
import type { GenerateEdiBody } from './request-schemas.js';
import { writingOptions } from './writing-options.js';

/** What GenerateEdi asks for, as the pipeline takes it. @throws Problem `invalid` where members contradict each other. */
export function ediRequest(partnershipId: string, body: GenerateEdiBody): OutboundRequest {
  return {
    partnershipId,
    ...writingOptions(body, overridesOf(body)),
    groups: body.transactionGroups.map(({ transactionSettingId, overrides, transactions }) => ({
      settingId: transactionSettingId,
      localApplicationId: overrides?.localApplicationId,
      partnerApplicationId: overrides?.partnerApplicationId,
      transactions,
    })),
    pointerOf: (group, transaction) => `/transactionGroups/${group}/transactions/${transaction}`,
  };
}

// The older member says the same as the one of `overrides`; when both are there they must agree.
function overridesOf({ overrides, interchangeUsageIndicatorOverride: older }: GenerateEdiBody) {
  const newer = overrides?.interchangeUsageIndicator;
  if (older === undefined) return overrides;
  if (newer === undefined || newer === older) return { ...overrides, interchangeUsageIndicator: older };
  throw invalid('interchangeUsageIndicatorOverride and overrides.interchangeUsageIndicator differ. Send one of them.', {
    code: 'VALIDATION_FAILED',
    errors: [
      { message: 'Differs from /overrides/interchangeUsageIndicator.', path: '/interchangeUsageIndicatorOverride' },
    ],
  });
}
