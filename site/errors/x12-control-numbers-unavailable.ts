import { createFileControlNumbers } from 'ediloom/stores/file-control-numbers';

const scope = {
  kind: 'interchange',
  senderQualifier: 'ZZ',
  senderId: 'BUYER',
  receiverQualifier: 'ZZ',
  receiverId: 'SELLER',
} as const;
const numbers = createFileControlNumbers({ directory: '/no/such/volume' });
await numbers.next(scope);
