export {
  type ContractCheck,
  type ControlNumberStorage,
  type ControlNumbersContractOptions,
  controlNumbersContract,
} from './control-numbers-contract.js';
export { eligibilityRequests } from './eligibility-requests.js';
export { eligibilityResponses } from './eligibility-responses.js';
