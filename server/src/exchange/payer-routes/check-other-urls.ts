import { HttpClient, type HttpClientOptions } from './http-client.js';
import { isRefusing, notReached, refusing } from './replies.js';
import type { RouteCheck } from './route-kind.js';

interface OtherUrls extends Omit<HttpClientOptions, 'url' | 'mostBytes'> {
  /** By what they are called in `connection`; `undefined`: it has none. */
  readonly others: Readonly<Record<string, string | undefined>>;
  /** Where the route itself was tried. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent there: a request that names no claim and no check, so that nothing is taken in. An empty one where this is left out. */
  readonly body?: Uint8Array | undefined;
}

/**
 * Tries where files go, too, where these are other addresses than the one that was tried, each once. Where a payer reads who we are in an envelope, `body`
 * is one: it would refuse an empty request, however right the login is.
 * @param tried what was seen of `url`.
 * @returns where any has failed, each that has, by its name; else what was seen of each.
 */
export async function withOtherUrls(
  tried: RouteCheck,
  { others, url, ...options }: OtherUrls,
  signal: AbortSignal,
): Promise<RouteCheck> {
  const names = new Map<string, string>();
  for (const [name, other] of Object.entries(others)) {
    if (other !== undefined && other !== url && !names.has(other)) names.set(other, name);
  }
  if (names.size === 0) return tried;
  const checks = await Promise.all(
    [...names].map(async ([other, name]) => ({ name, ...(await checkUrl({ ...options, url: other }, signal)) })),
  );
  const failed = [{ name: 'url', ...tried }, ...checks].filter(({ ok }) => !ok);
  if (failed.length > 0) return { ok: false, text: failed.map(({ name, text }) => `${name}: ${text}`).join(' ') };
  return { ok: true, text: [tried.text, ...checks.map(({ name, text }) => `${name}: ${text}`)].join(' ') };
}

async function checkUrl(
  { headers, body, ...options }: Omit<OtherUrls, 'others'>,
  signal: AbortSignal,
): Promise<RouteCheck> {
  const client = new HttpClient(options);
  try {
    return await tryNothing(client, { headers, body }, signal);
  } finally {
    client.close();
  }
}

/** What a request with nothing in it shows of an address. @param body by default an empty one. */
export async function tryNothing(
  client: HttpClient,
  { headers, body = new Uint8Array() }: Pick<OtherUrls, 'headers' | 'body'>,
  signal: AbortSignal,
): Promise<RouteCheck> {
  const answer = await client.post({ headers, body, onSending: () => {}, signal });
  if (answer.kind === 'none') return notReached(answer);
  if (isRefusing(answer.status)) return refusing(answer.status);
  const text = `It is reached; a request with nothing in it was answered with the status ${answer.status}.`;
  return { ok: true, text };
}
