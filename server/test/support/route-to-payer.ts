/** Lets a server ask payers by plain HTTP at addresses of this machine. */
export const PAYERS_HERE = { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } as const;
/** Payers that come with the server, by their primary ids. */
export const [PAYER, OTHER_PAYER, FILE_PAYER] = ['00042', '60054', '87726'] as const;

interface RouteToPayer {
  /** Of the server. */
  readonly url: string;
  readonly adminToken: string;
  /** Where the payer answers. */
  readonly payerUrl: string;
  /** Default `PAYER`. */
  readonly payer?: string;
  /** What else the route is. */
  readonly more?: object;
}

/** Has a running server ask a payer by X12 over HTTP, for the keys that are live. */
export async function routeToPayer({ url, adminToken, payerUrl, payer = PAYER, more }: RouteToPayer): Promise<void> {
  const route = {
    ...{ name: `to ${payer}`, kind: 'x12-post', connection: { url: payerUrl }, payers: [{ payer }] },
    ...{ sender: { qualifier: 'ZZ', id: 'CLEARING' }, receiver: { qualifier: 'ZZ', id: 'UPSTREAM' } },
    ...{ traceOriginator: '9CLEARING0', concurrency: 1_000, ...more },
  };
  const answer = await fetch(`${url}/admin/payer-routes`, {
    ...{ method: 'POST', body: JSON.stringify(route) },
    headers: { authorization: adminToken, 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`The route was answered ${answer.status}: ${await answer.text()}`);
}
