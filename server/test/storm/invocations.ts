import { strToU8, zipSync } from 'fflate';
import type { ServerProcess } from '../support/built-server.js';

const FUNCTIONS = '/2021-11-16/functions';
const BUCKETS = '/2022-05-05/buckets';

/** Proves that it ran, by an object that has the name of the invocation. */
const PROVES = `export const handler = async (event, { invocationId }) => {
  const answer = await fetch(process.env.EDILOOM_URL + '${BUCKETS}/proofs/objects/' + invocationId, {
    method: 'PUT', body: JSON.stringify(event), headers: { authorization: process.env.KEY },
  });
  if (!answer.ok) throw new Error('The object was answered ' + answer.status);
};`;
/** Of another content each time: its folder is made anew. */
const packed = (round: number): string =>
  Buffer.from(zipSync({ 'index.mjs': strToU8(`// ${round}\n${PROVES}`) })).toString('base64');
const FAILS = `exports.handler = () => { throw new RangeError('never'); };`;
export const MENDED = 'exports.handler = () => 1;';

interface Listed {
  readonly items: readonly { readonly invocationId: string; readonly status: string; readonly attempts: number }[];
  readonly nextPageToken?: string;
}

/** Asks one server for one account. */
export function functionsClient({ url }: Pick<ServerProcess, 'url'>, authorization: string) {
  const ask = async (method: string, path: string, body?: object, headers = {}): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, {
      ...{ method, body: body === undefined ? null : JSON.stringify(body) },
      headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return {
    create: async (): Promise<void> => {
      await ask('POST', BUCKETS, { bucketName: 'proofs' });
      const environmentVariables = { KEY: authorization };
      await ask('POST', FUNCTIONS, { functionName: 'proves', package: packed(0), environmentVariables, timeout: 60 });
      await ask('POST', FUNCTIONS, { functionName: 'fails', code: FAILS, timeout: 60 });
    },
    renew: (round: number) => ask('PUT', `${FUNCTIONS}/proves`, { package: packed(round) }),
    mend: () => ask('PUT', `${FUNCTIONS}/fails`, { code: MENDED }),
    /** @returns its id, once it is promised. */
    promise: async (name: 'proves' | 'fails'): Promise<string> => {
      const headers = { 'x-amz-invocation-type': 'Event' };
      const answer = await ask('POST', `${FUNCTIONS}/${name}/invocations`, {}, headers);
      return answer.headers.get('x-stedi-invocationid') ?? '';
    },
    read: async (name: string, id: string) =>
      (await ask('GET', `${FUNCTIONS}/${name}/invocations/${id}`)).json() as Promise<Listed['items'][number]>,
    retry: (name: string, id: string) => ask('POST', `${FUNCTIONS}/${name}/invocations/${id}/retry`),
    /** All of a function that have a state. */
    list: async (name: string, status: string): Promise<Listed['items']> => {
      const all: Listed['items'][number][] = [];
      for (let token: string | undefined = ''; token !== undefined; ) {
        const page: string = token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`;
        const path = `${FUNCTIONS}/${name}/invocations?status=${status}&pageSize=100${page}`;
        const listed = (await (await ask('GET', path)).json()) as Listed;
        all.push(...listed.items);
        token = listed.nextPageToken;
      }
      return all;
    },
    isProven: async (id: string): Promise<boolean> => {
      const answer = await fetch(`${url}${BUCKETS}/proofs/objects/${id}`, { headers: { authorization } });
      await answer.arrayBuffer();
      return answer.ok;
    },
  };
}
