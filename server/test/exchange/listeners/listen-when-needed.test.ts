import { createServer } from 'node:net';
import { expect, it, vi } from 'vitest';
import { ListenWhenNeeded } from '../../../src/exchange/listeners/listen-when-needed.js';

it('a port that another program has is told with what to do about it, once', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const place = other.address();
  const log = { info: vi.fn(), error: vi.fn() };
  const listener = new ListenWhenNeeded({
    name: 'S3',
    isNeeded: async () => true,
    open: () =>
      new Promise((_, reject) => {
        createServer()
          .once('error', reject)
          .listen(typeof place === 'object' ? place?.port : 0, '127.0.0.1');
      }),
    log,
  });
  await listener.start();
  await listener.stop(0);
  other.close();
  expect(log.error).toHaveBeenCalledOnce();
  const [what, text] = log.error.mock.calls[0] ?? [];
  expect(what).toMatchObject({ listener: 'S3', error: expect.stringContaining('EADDRINUSE') });
  expect(text).toMatch(/in use by another program.*S3_PORT/);
});
