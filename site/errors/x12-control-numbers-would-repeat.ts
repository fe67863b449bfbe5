import { createMemoryControlNumbers } from 'ediloom';

const scope = {
  kind: 'interchange',
  senderQualifier: 'ZZ',
  senderId: 'BUYER',
  receiverQualifier: 'ZZ',
  receiverId: 'SELLER',
} as const;
const numbers = createMemoryControlNumbers();
await numbers.set(scope, 500);
await numbers.set(scope, 400);
