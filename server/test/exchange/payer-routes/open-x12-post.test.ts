import { expect, it } from 'vitest';
import { interchangeIn } from '../../../src/exchange/payer-routes/open-x12-post.js';

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
