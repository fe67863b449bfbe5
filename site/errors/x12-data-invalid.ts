import { createEngine } from 'ediloom';
import { loadGuides } from 'ediloom/guides';

const header = { senderQualifier: 'ZZ', senderId: 'BUYER', receiverQualifier: 'ZZ', receiverId: 'SELLER' };
const engine = createEngine({ guides: await loadGuides(['850']) });
engine.generate({
  interchanges: [{ header, groups: [{ transactions: [{ guide: '850-004010', data: { heading: {} } }] }] }],
});
