import { tryNothing, withOtherUrls } from './check-other-urls.js';
import { HttpClient } from './http-client.js';
import type { FileReply, PayerReply } from './payer-exchange.js';
import { isSuccess, NO_FILES, none, ofStatus } from './replies.js';
import type { OpenedRoute, OpenRoute } from './route-kind.js';

/** A payer that takes the X12 as the body of a POST, and answers with X12. */
export const openX12Post: OpenRoute<'x12-post'> = ({ connection, secrets, guard, trustedAuthorities }) => {
  const { url, contentType = 'application/edi-x12', username, clientCertificate, claims } = connection;
  const common = { guard, trustedAuthorities, clientCertificate, clientKey: secrets.clientKey };
  const client = new HttpClient({ url, ...common });
  const claimFiles = new HttpClient({ url: claims?.url ?? url, ...common });
  const headers = { 'content-type': contentType, accept: contentType, ...authorization(username, secrets) };
  return {
    ask: async ({ x12, onSending }, signal) => {
      const answer = await client.post({ headers, body: x12, onSending, signal });
      if (answer.kind === 'none') return answer;
      if (!isSuccess(answer.status)) return ofStatus(answer.status);
      const reply = interchangeIn(answer.body);
      return reply.kind === 'answer' ? { ...reply, mistrust: answer.mistrust } : reply;
    },
    exchange: async ({ step, content = 'checks', x12, onSending }, signal) => {
      // Nothing can be picked up here: what the payer says of claims later comes another way.
      if (step !== 'hand-in' || content === 'checks' || x12 === undefined) return NO_FILES;
      const answer = await claimFiles.post({ headers, body: x12, onSending, signal });
      if (answer.kind === 'none') return answer;
      if (!isSuccess(answer.status)) return ofStatus(answer.status);
      return isBlank(answer.body) ? { kind: 'receipt' } : interchangeIn(answer.body);
    },
    check: async (signal) => {
      const others = { 'claims.url': claims?.url };
      return withOtherUrls(await tryNothing(client, { headers }, signal), { ...common, url, others, headers }, signal);
    },
    close: () => {
      client.close();
      claimFiles.close();
    },
  };
};

function authorization(
  username: string | undefined,
  { password, token }: OpenedRoute<'x12-post'>['secrets'],
): Readonly<Record<string, string>> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (username === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password ?? ''}`, 'utf8').toString('base64')}` };
}

/** Blanks and line breaks alone. */
function isBlank(body: Uint8Array): boolean {
  return body.every((byte) => byte <= 0x20);
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Blanks and line breaks around an interchange are no part of it; anything else in its place is no answer. */
export function interchangeIn(body: Uint8Array): PayerReply & FileReply {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const from = beginningOf(bytes);
  if (bytes.toString('latin1', from, from + 3) !== 'ISA') return none('not-x12', true);
  return { kind: 'answer', x12: bytes.subarray(from) };
}

/** Some servers write a byte order mark before text, with blanks and line breaks on either side. */
function beginningOf(bytes: Buffer): number {
  let from = 0;
  for (;;) {
    if ((bytes[from] ?? 0xff) <= 0x20) from++;
    else if (bytes.subarray(from, from + 3).equals(BYTE_ORDER_MARK)) from += 3;
    else return from;
  }
}
