import type { EligibilityResponse } from 'ediloom/eligibility';
import type { Block, PrintedDocument } from '../blocks.js';
import type { AskedPeople } from './asked-people.js';
import { benefitBlocks } from './benefits.js';
import { coverageBlocks, standingOf } from './coverage.js';
import { otherBlocks } from './others.js';
import { factGroups, planNames } from './people.js';
import { rejectionBlocks } from './rejections.js';
import { moment } from './words.js';

/** What is known of a check beside its answer. */
export interface CheckFacts {
  readonly id: string;
  readonly mode: 'test' | 'production';
  readonly payerName: string;
  readonly traceId: string;
  /** Milliseconds: when it was answered. */
  readonly answeredAt: number;
  readonly asked?: AskedPeople | undefined;
}

/** A check and its answer as a document for the front desk. The same check gives the same document. */
export function printedCheck(check: CheckFacts, response: EligibilityResponse): PrintedDocument {
  const { benefitsInformation = [], warnings = [] } = response;
  const isTest = check.mode === 'test';
  return {
    title: `Eligibility check ${check.id}`,
    header: {
      title: 'Eligibility and benefits',
      payer: check.payerName,
      facts: [
        ['Checked', moment(check.answeredAt)],
        ['Check ID', check.id],
        ['Trace', check.traceId],
      ],
    },
    foot: isTest ? `Test check ${check.id}` : `Check ${check.id}`,
    createdAt: check.answeredAt,
    blocks: [
      ...(isTest ? [text('This is a test check: the people in it are made up, and so are their benefits.')] : []),
      standingOf(response),
      ...rejectionBlocks(response),
      { kind: 'facts', groups: factGroups(response, check.asked) },
      ...coverageBlocks(benefitsInformation),
      ...benefitBlocks(benefitsInformation, { names: planNames(response) }),
      ...otherBlocks(benefitsInformation),
      ...(warnings.length === 0 ? [] : [{ kind: 'heading', text: 'About this answer' } as const]),
      ...warnings.map(({ description }) => text(description)),
    ],
  };
}

function text(words: string): Block {
  return { kind: 'text', text: words };
}
