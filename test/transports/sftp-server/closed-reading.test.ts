import { expect, it } from 'vitest';
import { Handles, type ReadHandle } from '../../../src/transports/sftp-server/handles.js';
import { type RequestContext, SftpRequests } from '../../../src/transports/sftp-server/sftp-requests.js';
import { VirtualFilesError } from '../../../src/transports/virtual-files/virtual-files.js';

it('closes a file that was read though nothing more can be learnt of it', async () => {
  let closed = 0;
  const broken = {
    stat: () => Promise.reject(new VirtualFilesError('failed')),
    close: async () => void closed++,
  };
  const handles = new Handles(1);
  // Only these members are asked for.
  const file = broken as unknown as ReadHandle['file'];
  const requests = new SftpRequests({ handles } as unknown as RequestContext);
  const id = handles.add({ kind: 'read', path: '/a.edi', file, read: 0 });
  await expect(requests.close(1, id)).rejects.toMatchObject({ code: 'failed' });
  expect(closed).toBe(1);
});
