import type { HeaderPair } from '../../http/post.js';

/** A request of HTTP as any server has it. */
export interface As2Request {
  readonly method: string;
  /** As received, in order. */
  readonly headers: readonly HeaderPair[];
  readonly body: AsyncIterable<Uint8Array>;
  /** Where it came from, for events. */
  readonly address?: string | undefined;
}

export interface As2Response {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
}

/** An answer without a receipt. The text is for whoever looks at the wire, and says nothing about partners. */
export function plainResponse(status: number, text = '', headers: readonly HeaderPair[] = []): As2Response {
  const body = Buffer.from(text === '' ? '' : `${text}\n`);
  const type: readonly HeaderPair[] = text === '' ? [] : [['Content-Type', 'text/plain; charset=us-ascii']];
  return { status, headers: [...type, ['Content-Length', String(body.length)], ...headers], body };
}

export function busyResponse(text: string): As2Response {
  return plainResponse(503, text, [['Retry-After', '60']]);
}
