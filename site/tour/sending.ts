import { createEngine, createMemoryControlNumbers } from 'ediloom';
import { type Data, guide } from 'ediloom/guides/855-004010';
import { createMemoryFiles, createMemoryJournal, createMemoryTransport } from 'ediloom/transports';

const engine = createEngine({ guides: [guide], controlNumbers: createMemoryControlNumbers({ start: 5001 }) });

const header = { senderQualifier: 'ZZ', senderId: 'SELLER', receiverQualifier: 'ZZ', receiverId: 'BUYER' };
const data: Data = {
  heading: {
    beginning_segment_for_purchase_order_acknowledgment_BAK: {
      transaction_set_purpose_code_01: '00',
      acknowledgment_type_code_02: 'AD',
      purchase_order_number_03: 'PO-1001',
      date_04: '2026-01-31',
    },
  },
};
// Numbered once, and stored: what is sent again must be the same bytes.
const document = await engine.number({
  interchanges: [{ header, groups: [{ transactions: [{ guide: '855-004010', data }] }] }],
});

// A partner in memory; createSftpTransport, createFtpsTransport, createAs2Transport and createDirectoryTransport are the same port.
const files = createMemoryFiles();
const transport = createMemoryTransport({ files, journal: createMemoryJournal() });
for (const attempt of [1, 2]) {
  const { receipt } = await engine.send(document, { transport, id: 'answer to PO-1001', name: 'po-1001.edi' });
  console.log(attempt, receipt.name, receipt.already ? 'was there already' : 'delivered');
}
