import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';

/** Requests about transaction settings, and their answers. */
export const TRANSACTION_SETTING_EXAMPLES: Examples = {
  CreateInboundX12TransactionSettings: [
    {
      summary: 'Acknowledgments of orders',
      params: { partnershipId: 'northwind-lakeside' },
      body: { release: '004010', transactionSetIdentifier: '855' },
      answer: {
        inboundX12TransactionSettingsId: IDS.inbound,
        release: '004010',
        transactionSetIdentifier: '855',
        createdAt: '2026-01-31T11:32:00.000Z',
        updatedAt: '2026-01-31T11:32:00.000Z',
      },
    },
  ],
  GetInboundX12TransactionSettings: [
    {
      summary: 'One setting',
      params: { partnershipId: 'northwind-lakeside', inboundX12TransactionSettingsId: IDS.inbound },
      answer: {
        inboundX12TransactionSettingsId: IDS.inbound,
        release: '004010',
        transactionSetIdentifier: '855',
        createdAt: '2026-01-31T11:32:00.000Z',
        updatedAt: '2026-01-31T11:32:00.000Z',
      },
    },
  ],
  UpdateInboundX12TransactionSettings: [
    {
      summary: 'By a guide that comes with the server',
      params: { partnershipId: 'northwind-lakeside', inboundX12TransactionSettingsId: IDS.inbound },
      body: { release: '004010', transactionSetIdentifier: '855', guideId: '855-004010' },
      answer: {
        inboundX12TransactionSettingsId: IDS.inbound,
        release: '004010',
        transactionSetIdentifier: '855',
        guideId: '855-004010',
        createdAt: '2026-01-31T11:32:00.000Z',
        updatedAt: '2026-01-31T11:36:00.000Z',
      },
    },
  ],
  DeleteInboundX12TransactionSettings: [
    {
      summary: 'One setting',
      params: { partnershipId: 'northwind-lakeside', inboundX12TransactionSettingsId: IDS.inbound },
    },
  ],
  CreateOutboundX12TransactionSettings: [
    {
      summary: 'Orders by a guide of yours',
      params: { partnershipId: 'northwind-lakeside' },
      body: {
        outboundX12TransactionSettingsId: 'orders',
        release: '004010',
        transactionSetIdentifier: '850',
        guideId: IDS.guide,
        connection: { connectionId: IDS.remoteFtp },
      },
      answer: {
        outboundX12TransactionSettingsId: 'orders',
        release: '004010',
        transactionSetIdentifier: '850',
        guideId: IDS.guide,
        createdAt: '2026-01-31T11:26:00.000Z',
        updatedAt: '2026-01-31T11:26:00.000Z',
        connection: { connectionType: 'remote-ftp', connectionId: IDS.remoteFtp },
      },
    },
  ],
  GetOutboundX12TransactionSettings: [
    {
      summary: 'One setting',
      params: { partnershipId: 'northwind-lakeside', outboundX12TransactionSettingsId: 'orders' },
      answer: {
        outboundX12TransactionSettingsId: 'orders',
        release: '004010',
        transactionSetIdentifier: '850',
        guideId: IDS.guide,
        createdAt: '2026-01-31T11:26:00.000Z',
        updatedAt: '2026-01-31T11:26:00.000Z',
        connection: { connectionType: 'remote-ftp', connectionId: IDS.remoteFtp },
      },
    },
  ],
  UpdateOutboundX12TransactionSettings: [
    {
      summary: 'With names for its files',
      params: { partnershipId: 'northwind-lakeside', outboundX12TransactionSettingsId: 'orders' },
      body: {
        release: '004010',
        transactionSetIdentifier: '850',
        guideId: IDS.guide,
        connection: { connectionId: IDS.remoteFtp },
        filename: '"PO_" & $millis() & ".edi"',
      },
      answer: {
        outboundX12TransactionSettingsId: 'orders',
        release: '004010',
        transactionSetIdentifier: '850',
        guideId: IDS.guide,
        createdAt: '2026-01-31T11:26:00.000Z',
        updatedAt: '2026-01-31T11:30:00.000Z',
        connection: { connectionType: 'remote-ftp', connectionId: IDS.remoteFtp },
        filename: '"PO_" & $millis() & ".edi"',
      },
    },
  ],
  DeleteOutboundX12TransactionSettings: [
    {
      summary: 'One setting',
      params: { partnershipId: 'northwind-lakeside', outboundX12TransactionSettingsId: 'orders' },
    },
  ],
};
