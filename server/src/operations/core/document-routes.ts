import type { Static, TSchema } from 'typebox';
import type { Caller } from '../../caller.js';
import type { Call } from '../../gateway/call.js';
import type { AnyRoute } from '../../gateway/route.js';
import { downloadLink } from '../../links/signed-link.js';
import { notFound } from '../../problems.js';
import { DocumentLink } from '../../resources/artifacts/schemas.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { route } from '../route.js';

interface DocumentDeclaration<Params extends TSchema> {
  /** As the interface names the one that redirects; the other has `Url` behind it. */
  readonly operation: string;
  readonly path: string;
  /** Of the one that answers 200. */
  readonly urlPath: string;
  /** What it is, in summaries: `a fragment of a transaction`. */
  readonly what: string;
  readonly description?: string;
  readonly params: Params;
  readonly objectKind: string;
  readonly objectParam: string;
  /** The id of the artifact. `undefined`: there is none. */
  readonly find: (queries: AccountQueries, caller: Caller, params: Static<Params>) => Promise<string | undefined>;
}

/** Two routes to a document: one that leads there (302), and one that only says where it is. */
export function documentRoutes<Params extends TSchema>(document: DocumentDeclaration<Params>): readonly AnyRoute[] {
  const { operation, path, urlPath, what, description, params, objectKind, objectParam } = document;
  const shared = {
    family: 'core',
    method: 'GET',
    description,
    audit: { action: 'link', objectKind, objectParam },
  } as const;
  return [
    route({
      ...shared,
      operation,
      path,
      summary: `Redirect to ${what}`,
      schemas: { params, response: { 302: DocumentLink } },
      handle: async (call) => {
        const documentDownloadUrl = await linkTo(document, call);
        return { status: 302, headers: { location: documentDownloadUrl }, body: { documentDownloadUrl } };
      },
    }),
    route({
      ...shared,
      operation: `${operation}Url`,
      path: urlPath,
      summary: `Get the address of ${what}`,
      schemas: { params, response: { 200: DocumentLink } },
      handle: async (call) => ({ body: { documentDownloadUrl: await linkTo(document, call) } }),
    }),
  ];
}

/** @throws Problem `not-found` where there is no such document. */
async function linkTo<Params extends TSchema>(document: DocumentDeclaration<Params>, call: Call): Promise<string> {
  // Both routes declare the parameters that `find` reads; the compiler cannot follow a schema that is a parameter.
  const params = call.params as Static<Params>;
  const id = await call.read((queries) => document.find(queries, call.caller, params));
  if (id === undefined) throw notFound('document');
  return downloadLink(call.services, call.caller, id);
}
