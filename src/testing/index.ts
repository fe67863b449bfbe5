export { claimRequests } from './claim-requests.js';
export type { ContractCheck } from './contract-check.js';
export {
  type ControlNumberStorage,
  type ControlNumbersContractOptions,
  controlNumbersContract,
} from './control-numbers-contract.js';
export { eligibilityRequests } from './eligibility-requests.js';
export { eligibilityResponses } from './eligibility-responses.js';
export { type JournalContractOptions, type JournalStorage, journalContract } from './journal-contract.js';
export { type SoundClaimsOptions, soundClaims } from './sound-claims.js';
export { transportContract } from './transport-contract.js';
export type {
  ArrivedFile,
  HarnessOptions,
  TransportCapability,
  TransportCheck,
  TransportFault,
  TransportHarness,
} from './transport-harness.js';
export { virtualFilesContract } from './virtual-files-contract.js';
