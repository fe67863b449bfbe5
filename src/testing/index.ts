export type { ContractCheck } from './contract-check.js';
export {
  type ControlNumberStorage,
  type ControlNumbersContractOptions,
  controlNumbersContract,
} from './control-numbers-contract.js';
export { type JournalContractOptions, type JournalStorage, journalContract } from './journal-contract.js';
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
