import type { Platform } from '../../platform.js';
import { PatientIndex } from '../../resources/eligibility-checks/patient-index.js';
import { CheckPdfs } from '../eligibility-pdf/pdf-process.js';
import { BegunChecks } from './begun-checks.js';
import { ChecksUnderWay } from './checks-under-way.js';
import { EligibilityEngines } from './eligibility-engine.js';
import { LongAnswers } from './long-answers.js';
import { SharedNumbers } from './shared-numbers.js';
import { Turns } from './turns.js';

/** What checks in real time have in common, of one server. */
export interface RealTimeChecks extends CheckTurns {
  readonly engines: EligibilityEngines;
  readonly begun: BegunChecks;
  readonly underWay: ChecksUnderWay;
  readonly patients: PatientIndex;
  readonly sharedNumbers: SharedNumbers;
  readonly longAnswers: LongAnswers;
  readonly pdfs: CheckPdfs;
  /** Of checks that nobody waits for. */
  readonly ofBatches: CheckTurns;
}

/** Turns of what is done before a check is sent, and of what is done once it is answered. */
export interface CheckTurns {
  readonly sending: Turns;
  readonly answering: Turns;
}

/** Fewer share too little of a commit, more come back together (`npm run bench:checks`). */
const AT_ONCE = 6;
/** Of those of batches: whoever waits for a check finds the thread busy with one of them at most. */
const OF_BATCHES = 1;
/** Milliseconds: they wait for their turn as long as it takes. */
const BATCH_PATIENCE_MS = 60_000;

export function createRealTimeChecks(services: Pick<Platform, 'store' | 'secrets' | 'artifacts'>): RealTimeChecks {
  const [sending, answering] = [new Turns(AT_ONCE), new Turns(AT_ONCE)];
  const ofBatches = { patienceMs: BATCH_PATIENCE_MS, behind: [sending, answering] };
  return {
    engines: new EligibilityEngines(),
    begun: new BegunChecks(services),
    underWay: new ChecksUnderWay(),
    patients: new PatientIndex(services),
    sharedNumbers: new SharedNumbers(),
    longAnswers: new LongAnswers(),
    pdfs: new CheckPdfs(),
    ...{ sending, answering },
    ofBatches: { sending: new Turns(OF_BATCHES, ofBatches), answering: new Turns(OF_BATCHES, ofBatches) },
  };
}
