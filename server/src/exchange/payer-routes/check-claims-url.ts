import { HttpClient, type HttpClientOptions } from './http-client.js';
import { isRefusing, notReached, refusing } from './replies.js';
import type { RouteCheck } from './route-kind.js';

interface ClaimsPlace extends Omit<HttpClientOptions, 'url' | 'mostBytes'> {
  /** `claims.url` of the connection; `undefined`: claims go where questions go. */
  readonly claimsUrl: string | undefined;
  /** Where the route itself was tried. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Tries where files of claims go, too, where that is another address than the one that was tried. An empty request names no claim, so that
 * nothing is taken in; whether a login within an envelope is right it does not show.
 * @param tried what was seen of the route; one that failed is told alone.
 */
export async function withClaimsUrl(
  tried: RouteCheck,
  { claimsUrl, url, headers, ...options }: ClaimsPlace,
  signal: AbortSignal,
): Promise<RouteCheck> {
  if (!tried.ok || claimsUrl === undefined || claimsUrl === url) return tried;
  const client = new HttpClient({ ...options, url: claimsUrl });
  try {
    const answer = await client.post({ headers, body: new Uint8Array(), onSending: () => {}, signal });
    const failed =
      answer.kind === 'none' ? notReached(answer) : isRefusing(answer.status) ? refusing(answer.status) : undefined;
    if (failed !== undefined) return { ok: false, text: `claims.url: ${failed.text}` };
    const status = answer.kind === 'none' ? '' : answer.status;
    return {
      ok: true,
      text: `${tried.text} claims.url is reached; an empty request was answered with the status ${status}.`,
    };
  } finally {
    client.close();
  }
}
