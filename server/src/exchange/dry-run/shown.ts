import type { ProblemDetail } from '../../problems.js';
import { publishedId } from '../../resources/guides/guide-id.js';
import type { InboundRehearsal } from './dry-run-file.js';
import type { OutboundRehearsal } from './dry-run-request.js';
import type { DryRunAnswer } from './schemas.js';

const decoder = new TextDecoder();

type Shown = DryRunAnswer['interchanges'][number];

/** What would be sent; valid where the file could be written. */
export function showRequest({ plan, findings, file }: OutboundRehearsal): DryRunAnswer {
  const groups = plan.groups.map(({ setting, guide, functionalId }) => ({
    ...(setting.id === undefined ? {} : { transactionSettingId: setting.id }),
    ...(guide === undefined ? {} : { guideId: publishedId(guide.id) }),
    transactionSetIdentifier: setting.transaction_set,
    ...(functionalId === undefined ? {} : { functionalIdentifierCode: functionalId }),
    release: setting.release,
  }));
  const interchange: Shown = {
    partnershipId: plan.partnership.id,
    connectionId: plan.connection.id,
    groups,
    findings: findings.map(showFinding),
    ...(file === undefined ? {} : { filename: file.name, edi: decoder.decode(file.bytes) }),
  };
  return { valid: isValid(findings), interchanges: [interchange] };
}

/** What would be answered; valid where no interchange would be rejected (TA104) and none has an error. */
export function showFile(rehearsals: readonly InboundRehearsal[]): DryRunAnswer {
  const valid = rehearsals.every(({ verdict, findings }) => verdict !== 'R' && isValid(findings));
  return { valid, interchanges: rehearsals.map(showInterchange) };
}

function showInterchange({ matched, verdict, findings, acknowledgment }: InboundRehearsal): Shown {
  const { partnership, groups } = matched;
  return {
    ...(partnership === undefined ? {} : { partnershipId: partnership.partnership_id }),
    groups: groups.flatMap(({ header, sets }) =>
      sets.map(({ transactionSet, setting, guide }) => ({
        ...(setting === undefined ? {} : { transactionSettingId: setting.id }),
        ...(guide === undefined ? {} : { guideId: publishedId(guide.id) }),
        transactionSetIdentifier: transactionSet,
        functionalIdentifierCode: header?.functionalIdentifierCode ?? '',
        release: header?.release ?? '',
      })),
    ),
    verdict,
    findings: findings.map(showFinding),
    ...(acknowledgment === undefined ? {} : { acknowledgment: decoder.decode(acknowledgment) }),
  };
}

const isValid = (findings: readonly ProblemDetail[]): boolean => findings.every(({ severity }) => severity !== 'error');

function showFinding(problem: ProblemDetail): Shown['findings'][number] {
  // Problems of findings have the members that the schema names, and more of them.
  return { ...problem } as Shown['findings'][number];
}
