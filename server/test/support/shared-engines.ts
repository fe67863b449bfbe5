import { ClaimEngines } from '../../src/exchange/claims/claim-engines.js';
import { EligibilityEngines } from '../../src/exchange/eligibility/eligibility-engine.js';

/** Compiled once for all tests of a process: each test with one of its own waited for a third of a second. */
export const ENGINES = new EligibilityEngines();
export const CLAIM_ENGINES = new ClaimEngines();
