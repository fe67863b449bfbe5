import type { Examples } from '../gateway/docs/example.js';
import { IDS } from './example-ids.js';

const params = { username: IDS.sftpUser };
const MILL = {
  username: IDS.sftpUser,
  homeDirectory: '/partners/mill',
  bucketName: `${IDS.ownAccount.toLowerCase()}-sftp`,
  description: 'The mill',
  endpoint: 'sftp.example.com',
} as const;

/** Of a partners file. */
const LAKESIDE = {
  username: 'LAKESIDE',
  homeDirectory: '/',
  bucketName: 'ediloom-demo',
  description: 'Lakeside',
  endpoint: 'sftp.example.com',
} as const;

/** Requests about SFTP users, and their answers. */
export const SFTP_USER_EXAMPLES: Examples = {
  CreateUser: [
    {
      summary: 'A partner with a home of their own',
      body: { homeDirectory: '/partners/mill', description: 'The mill', passwordOptions: { length: 24 } },
      answer: { ...MILL, password: 'w7GmKz3RtXv9LhQ2pYc5NbTf' },
    },
  ],
  ListUsers: [{ summary: 'All', answer: { items: [LAKESIDE, MILL] } }],
  ReadUser: [{ summary: 'One user', params, answer: MILL }],
  UpdateUser: [
    {
      summary: 'Another description',
      params,
      body: { description: 'The mill in Duluth' },
      answer: { ...MILL, description: 'The mill in Duluth' },
    },
  ],
  DeleteUser: [{ summary: 'One user', params }],
};
