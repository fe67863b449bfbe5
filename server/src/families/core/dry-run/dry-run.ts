import type { Static } from 'typebox';
import { type InboundRehearsal, rehearseFile } from '../../../exchange/dry-run/dry-run-file.js';
import { type OutboundRehearsal, rehearse } from '../../../exchange/dry-run/dry-run-request.js';
import { route } from '../../../operations/route.js';
import type { ProblemDetail } from '../../../problems.js';
import { requestOf } from '../interchanges/generate-edi.js';
import { DryRunAnswer, DryRunBody } from './schemas.js';

const decoder = new TextDecoder();

export const dryRun = route({
  operation: 'DryRun',
  family: 'core',
  method: 'POST',
  path: '/dry-run',
  summary:
    'Tries without sending, storing or spending a number: JSON as GenerateEdi takes it gives the exact file, an EDI file ' +
    '(text/plain or application/edi-x12) what it is read by and the exact acknowledgment.',
  schemas: { body: DryRunBody, response: { 200: DryRunAnswer } },
  mediaTypes: ['text/plain', 'application/edi-x12'],
  bodyLimit: 5_000_000,
  audit: { action: 'dry-run', objectKind: 'interchange' },
  handle: async (call) => {
    const body: unknown = call.body;
    if (body instanceof Uint8Array) {
      const rehearsals = await rehearseFile(call, body);
      const valid = rehearsals.every(({ verdict, findings }) => verdict !== 'R' && isValid(findings));
      return { body: { valid, interchanges: rehearsals.map(inboundBody) } };
    }
    const rehearsal = await rehearse(call, requestOf(call.body.partnershipId, call.body));
    return { body: { valid: isValid(rehearsal.findings), interchanges: [outboundBody(rehearsal)] } };
  },
});

type Shown = Static<typeof DryRunAnswer>['interchanges'][number];

const isValid = (findings: readonly ProblemDetail[]): boolean => findings.every(({ severity }) => severity !== 'error');

function outboundBody({ plan, findings, file }: OutboundRehearsal): Shown {
  return {
    partnershipId: plan.partnership.id,
    connectionId: plan.connection.id,
    groups: plan.groups.map(({ setting, guide, functionalId }) => ({
      transactionSettingId: setting.id,
      ...(guide === undefined ? {} : { guideId: guide.id }),
      transactionSetIdentifier: setting.transaction_set,
      ...(functionalId === undefined ? {} : { functionalIdentifierCode: functionalId }),
      release: setting.release,
    })),
    findings: findings.map(shown),
    ...(file === undefined ? {} : { filename: file.name, edi: decoder.decode(file.bytes) }),
  };
}

function inboundBody({ matched, verdict, findings, acknowledgment }: InboundRehearsal): Shown {
  const { partnership, groups } = matched;
  return {
    ...(partnership === undefined ? {} : { partnershipId: partnership.partnership_id }),
    groups: groups.flatMap(({ group, sets }) =>
      sets.map(({ transactionSet, settingId, guide }) => ({
        ...(settingId === undefined ? {} : { transactionSettingId: settingId }),
        ...(guide === undefined ? {} : { guideId: guide.id }),
        transactionSetIdentifier: transactionSet,
        functionalIdentifierCode: group.header.functionalIdentifierCode,
        release: group.header.release,
      })),
    ),
    verdict,
    findings: findings.map(shown),
    ...(acknowledgment === undefined ? {} : { acknowledgment: decoder.decode(acknowledgment) }),
  };
}

/** Problems have more members than the schema names. */
function shown(problem: ProblemDetail): Shown['findings'][number] {
  return { ...problem } as Shown['findings'][number];
}
