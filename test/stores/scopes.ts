import type { GroupScope, InterchangeScope } from '../../src/envelope/control-number-scope.js';

export const ISA: InterchangeScope = {
  kind: 'interchange',
  senderQualifier: 'ZZ',
  senderId: 'ALPHA',
  receiverQualifier: '01',
  receiverId: '123456789',
};

/** A group's scope by its GS03. */
export function groupTo(applicationReceiverCode: string): GroupScope {
  return { ...ISA, kind: 'group', applicationSenderCode: 'APP', applicationReceiverCode };
}
