import { createEngine } from 'ediloom';

const header = { senderQualifier: 'ZZ', senderId: 'FIVE*STAR', receiverQualifier: 'ZZ', receiverId: 'SELLER' };
createEngine({ guides: [] }).generate({ interchanges: [{ header, groups: [] }] });
