import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';
import { EXAMPLE_CERTIFICATE } from './example-certificate.js';

/** Requests about AS2 connections, and their answers. */
export const AS2_CONNECTION_EXAMPLES: Examples = {
  CreateAs2Connection: [
    {
      summary: 'Files to the partner, signed and encrypted',
      params: { partnershipId: 'northwind-lakeside' },
      body: {
        name: 'Lakeside AS2',
        localAs2Id: 'NORTHWIND',
        partnerAs2Id: 'LAKESIDE',
        outboundSettings: {
          enabled: true,
          partnerServerUrl: 'https://as2.lakeside.example/as2',
          encryptionAlgorithm: 'aes256_cbc',
          signingAlgorithm: 'SHA256',
        },
      },
      answer: {
        connectionId: IDS.as2,
        connectionType: 'as2',
        name: 'Lakeside AS2',
        enabled: true,
        test: false,
        status: 'Available',
        localAs2Id: 'NORTHWIND',
        partnerAs2Id: 'LAKESIDE',
        outboundSettings: {
          enabled: true,
          partnerServerUrl: 'https://as2.lakeside.example/as2',
          encryptionAlgorithm: 'aes256_cbc',
          signingAlgorithm: 'SHA256',
        },
        secrets: [],
        createdAt: '2026-01-31T10:22:00.000Z',
        updatedAt: '2026-01-31T10:22:00.000Z',
        warnings: [
          {
            path: '/outboundSettings/partnerServerUrl',
            code: 'HOST_NOT_FOUND',
            message: 'The host has no address at the moment, so that nothing can be delivered to it. Check its name.',
          },
        ],
      },
    },
  ],
  GetAs2Connection: [
    { summary: 'One connection', params: { partnershipId: 'northwind-lakeside', connectionId: IDS.as2 } },
  ],
  UpdateAs2Connection: [
    {
      summary: 'Compressed, too',
      params: { partnershipId: 'northwind-lakeside', connectionId: IDS.as2 },
      body: {
        localAs2Id: 'NORTHWIND',
        partnerAs2Id: 'LAKESIDE',
        outboundSettings: { enabled: true, partnerServerUrl: 'https://as2.lakeside.example/as2', compression: 'ZLIB' },
      },
      answer: {
        connectionId: IDS.as2,
        connectionType: 'as2',
        name: 'Lakeside AS2',
        enabled: true,
        test: false,
        status: 'Available',
        localAs2Id: 'NORTHWIND',
        partnerAs2Id: 'LAKESIDE',
        outboundSettings: { enabled: true, partnerServerUrl: 'https://as2.lakeside.example/as2', compression: 'ZLIB' },
        secrets: [],
        createdAt: '2026-01-31T10:22:00.000Z',
        updatedAt: '2026-01-31T10:26:00.000Z',
        warnings: [
          {
            path: '/outboundSettings/partnerServerUrl',
            code: 'HOST_NOT_FOUND',
            message: 'The host has no address at the moment, so that nothing can be delivered to it. Check its name.',
          },
        ],
      },
    },
  ],
  DeleteAs2Connection: [
    { summary: 'One connection', params: { partnershipId: 'northwind-lakeside', connectionId: IDS.as2 } },
  ],
  CheckAs2Connection: [
    {
      summary: 'One that cannot be reached',
      params: { partnershipId: 'northwind-lakeside', connectionId: IDS.as2 },
      answer: {
        kind: 'as2',
        ok: false,
        steps: [
          {
            name: 'open',
            ok: false,
            text: 'as2.lakeside.example: The host name has no address. Check the host; or the name service is down.',
          },
        ],
        facts: {},
      },
    },
  ],
  CreateAs2Credentials: [
    {
      summary: "The partner's certificate",
      params: { partnershipId: 'northwind-lakeside', connectionId: IDS.as2 },
      body: { partnerEncryption: { publicCertificate: EXAMPLE_CERTIFICATE } },
      answer: {
        connectionId: IDS.as2,
        connectionType: 'as2',
        name: 'Lakeside AS2',
        enabled: true,
        test: false,
        status: 'Available',
        localAs2Id: 'NORTHWIND',
        partnerAs2Id: 'LAKESIDE',
        partnerEncryption: { publicCertificate: EXAMPLE_CERTIFICATE },
        outboundSettings: { enabled: true, partnerServerUrl: 'https://as2.lakeside.example/as2', compression: 'ZLIB' },
        secrets: [],
        createdAt: '2026-01-31T10:22:00.000Z',
        updatedAt: '2026-01-31T10:28:00.000Z',
      },
    },
  ],
  PutAs2BasicAuth: [
    {
      summary: 'A name and a password',
      params: { partnershipId: 'northwind-lakeside', connectionId: IDS.as2 },
      body: { username: 'northwind', password: 'a password' },
      answer: {
        connectionId: IDS.as2,
        connectionType: 'as2',
        name: 'Lakeside AS2',
        enabled: true,
        test: false,
        status: 'Available',
        localAs2Id: 'NORTHWIND',
        partnerAs2Id: 'LAKESIDE',
        partnerEncryption: { publicCertificate: EXAMPLE_CERTIFICATE },
        outboundSettings: {
          enabled: true,
          partnerServerUrl: 'https://as2.lakeside.example/as2',
          compression: 'ZLIB',
          basicAuth: { username: 'northwind' },
        },
        secrets: ['basicAuthPassword'],
        createdAt: '2026-01-31T10:22:00.000Z',
        updatedAt: '2026-01-31T10:30:00.000Z',
      },
    },
  ],
  DeleteAs2BasicAuth: [
    {
      summary: 'No name and password any more',
      params: { partnershipId: 'northwind-lakeside', connectionId: IDS.as2 },
    },
  ],
};
