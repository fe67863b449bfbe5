import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';

/** Of nobody. */
const CERTIFICATE = [
  '-----BEGIN CERTIFICATE-----',
  'MIIDFzCCAf+gAwIBAgIUL0CImnOY0JQginS3zvXU9PR5H4YwDQYJKoZIhvcNAQEL',
  'BQAwGjEYMBYGA1UEAwwPcGFydG5lci5leGFtcGxlMCAXDTI2MTEyMjIzMTkwM1oY',
  'DzIwNzYwMzA0MjMxOTAzWjAaMRgwFgYDVQQDDA9wYXJ0bmVyLmV4YW1wbGUwggEi',
  'MA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQDcEv2Y7TD2oJFasvn7LLDgqdim',
  '966wy+vaAO0ecp6F5MarAHJxJUVH/uO94qPausnEUIndb+z6DCTjUmJ2M2AbLJgi',
  'd8nAtgCNH/IgyuR+Eakco6r1CVWhgrLUq0a6KRJsCxPbf1ZbCXBJvxxNs8fl0Od5',
  'pHx5bnByMRVQoHfj4BhT5Jylr0wFooYkNq67OD4yBONw+6m47EX+DEqS3ZJUl08v',
  'nosfw4DV+O6w+MR609YNuZJpw9eBqAqaKneOZbp/xvMvI4RLE/IEY5xxzwvIdbON',
  'AjNtyhRCXBjMd3VweW8ZFOt4B+/8mw+hg1ZJKs0Y0pUY6WRAxndURC7GydG/AgMB',
  'AAGjUzBRMB0GA1UdDgQWBBRdi4+tnRndAxPAKngPIKWrrsQsJjAfBgNVHSMEGDAW',
  'gBRdi4+tnRndAxPAKngPIKWrrsQsJjAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3',
  'DQEBCwUAA4IBAQBKbnEBvbdLMar3712OW0XR91YB2GFFqQBp4WPKDxmoV03Sil57',
  '0pEuZUiZktWnkej41+gDvOMXkiP0FWEKLQDWyjevbiapHNJBtb4aX5BPDsn5tRwr',
  'bOiy6zC02jUwXPg8MZY0Zou76XIS7Vdl+Ik3zSZngbKjzIDlmeH5/a7N462/UDyd',
  'NbOsW54Teh3g2RmoL4YibQa6mLiokf4fqaD+/AaktY9ntud8QQn/4/91s4CchpEK',
  '21USlD/pgEPWnkI/+EBakCULd+BcNwkjVyZDxeGRzfD/madxXEFH57gA0bxR4SVZ',
  'E2Gr5bLZmwlArXDmuodECrt/1wLNA63Qdqwj',
  '-----END CERTIFICATE-----',
  '',
].join('\n');

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
      body: { partnerEncryption: { publicCertificate: CERTIFICATE } },
      answer: {
        connectionId: IDS.as2,
        connectionType: 'as2',
        name: 'Lakeside AS2',
        enabled: true,
        test: false,
        status: 'Available',
        localAs2Id: 'NORTHWIND',
        partnerAs2Id: 'LAKESIDE',
        partnerEncryption: { publicCertificate: CERTIFICATE },
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
        partnerEncryption: { publicCertificate: CERTIFICATE },
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
