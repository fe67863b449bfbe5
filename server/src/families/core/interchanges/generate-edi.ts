import type { OutboundRequest } from '../../../exchange/outbound/outbound-request.js';
import {
  type PreparedInterchange,
  prepareInterchange,
  sending,
} from '../../../exchange/outbound/prepare-interchange.js';
import { GenerateEdiAnswer, GenerateEdiBody, PartnershipParams } from '../../../exchange/outbound/request-schemas.js';
import { writingOptions } from '../../../exchange/outbound/writing-options.js';
import { route } from '../../../operations/route.js';
import { invalid } from '../../../problems.js';

/** Bytes of a request: the interface promises transactions of less than 5 MB. */
const BODY_LIMIT = 5_000_000;
const decoder = new TextDecoder();

export const generateEdi = route({
  operation: 'GenerateEdi',
  family: 'core',
  method: 'POST',
  path: '/x12/partnerships/:partnershipId/generate-edi',
  summary: 'Makes one EDI file of guide JSON, and delivers it over the connection of the transaction settings.',
  schemas: { params: PartnershipParams, body: GenerateEdiBody, response: { 200: GenerateEdiAnswer } },
  idempotent: true,
  bodyLimit: BODY_LIMIT,
  audit: { action: 'generate', objectKind: 'execution' },
  handle: async (call) => {
    const file = await prepareInterchange(call, requestOf(call.params.partnershipId, call.body));
    return call.commit(sending(call.services, file, { objectId: file.executionId, body: answerOf(file) }));
  },
});

/** The request as the pipeline takes it. @throws Problem `invalid` where members contradict each other. */
export function requestOf(partnershipId: string, body: GenerateEdiBody): OutboundRequest {
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

function answerOf({ bytes, filename, executionId, numbers }: PreparedInterchange) {
  return {
    edi: decoder.decode(bytes),
    artifactId: filename,
    fileExecutionId: executionId,
    metadata: {
      interchangeMetadata: [
        { interchangeControlNumber: numbers.interchange, functionalGroupControlNumbers: numbers.groups },
      ],
    },
  };
}
