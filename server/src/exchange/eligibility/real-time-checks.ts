import type { Platform } from '../../platform.js';
import { PatientIndex } from '../../resources/eligibility-checks/patient-index.js';
import { BegunChecks } from './begun-checks.js';
import { ChecksUnderWay } from './checks-under-way.js';
import { EligibilityEngines } from './eligibility-engine.js';

/** What checks in real time have in common, of one server. */
export interface RealTimeChecks {
  readonly engines: EligibilityEngines;
  readonly begun: BegunChecks;
  readonly underWay: ChecksUnderWay;
  readonly patients: PatientIndex;
}

export function createRealTimeChecks(services: Pick<Platform, 'store' | 'secrets' | 'artifacts'>): RealTimeChecks {
  return {
    engines: new EligibilityEngines(),
    begun: new BegunChecks(services),
    underWay: new ChecksUnderWay(),
    patients: new PatientIndex(services),
  };
}
