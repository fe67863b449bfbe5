import { createMemoryControlNumbers, MAX_CONTROL_NUMBER } from 'ediloom';

const scope = {
  kind: 'interchange',
  senderQualifier: 'ZZ',
  senderId: 'BUYER',
  receiverQualifier: 'ZZ',
  receiverId: 'SELLER',
} as const;
const numbers = createMemoryControlNumbers({ rollOver: 'refuse' });
await numbers.set(scope, MAX_CONTROL_NUMBER);
await numbers.next(scope);
await numbers.next(scope);
