import { expect, it, onTestFinished } from 'vitest';
import { interchangeIn, openX12Post } from '../../../src/exchange/payer-routes/open-x12-post.js';
import { createOutgoingGuard } from '../../../src/outgoing/create-outgoing-guard.js';
import { startSeenPayer } from '../../support/seen-payer.js';
import { ENGINES } from '../../support/shared-engines.js';

const MARK = '\uFEFF';

it.each(['', '\r\n ', MARK, `${MARK}\r\n`, `\n${MARK}`, `\n${MARK} `])(
  'an answer begins behind blanks and a byte order mark: %j',
  (before) => {
    const reply = interchangeIn(Buffer.from(`${before}ISA*00*`));
    expect(reply.kind === 'answer' && Buffer.from(reply.x12).toString()).toBe('ISA*00*');
  },
);

it.each(['', ' ', MARK, '<ISA', '\u0000', 'IS'])('what does not begin with ISA is no answer: %j', (body) => {
  expect(interchangeIn(Buffer.from(body))).toMatchObject({ kind: 'none', failure: 'not-x12', wasSent: true });
});

it('a check tries where claims go, too, and says so', async () => {
  const server = await startSeenPayer();
  server.answer = (response) => response.writeHead(400).end();
  const checked = (claims?: { url: string }) => {
    const client = openX12Post({
      connection: { url: `${server.url}/asked`, ...(claims && { claims }) },
      secrets: {},
      guard: createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8'] }),
      now: Date.now,
      trustedAuthorities: undefined,
      engines: ENGINES,
    });
    onTestFinished(() => client.close());
    return client.check(new AbortController().signal);
  };
  expect((await checked()).text).not.toContain('claims.url');
  expect(await checked({ url: `${server.url}/claims` })).toMatchObject({
    ok: true,
    text: expect.stringContaining('claims.url: It is reached'),
  });
  expect(await checked({ url: 'http://127.0.0.1:1/' })).toMatchObject({
    ok: false,
    text: expect.stringMatching(/^claims\.url: .*ECONNREFUSED/),
  });
});
