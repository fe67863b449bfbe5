import type { Static, TSchema } from 'typebox';
import type { FamilyName } from '../families.js';
import type { Platform } from '../platform.js';
import type { ProblemKind } from '../problems.js';
import type { Page, PagePosition } from '../store/page.js';
import type { Answer, Call } from './call.js';
import type { PoolName } from './limits/pools.js';
import type { Protocol } from './protocol.js';

/** Shapes of a request and its answers; validation, types and the OpenAPI document come from them. */
export interface RouteSchemas {
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** By status; errors are added by the gateway. */
  readonly response: Readonly<Record<number, TSchema>>;
}

/** What a schema lets through. */
export type Of<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

/** The request as a handler gets it. */
export type CallOf<Schemas extends RouteSchemas, Services = Platform> = Call<
  Of<Schemas['params']>,
  Of<Schemas['query']>,
  Of<Schemas['body']>,
  Services
>;

/** By their names: what each says, and which values it may have. */
export type HeaderTexts = Readonly<
  Record<string, { readonly description: string; readonly values?: readonly string[] | undefined }>
>;

interface RouteBase<Schemas extends RouteSchemas> {
  /** As the interface names it: `GenerateEdi`. */
  readonly operation: string;
  readonly family: FamilyName;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the family's version segment, with parameters as `:partnershipId`. */
  readonly path: string;
  /** Further paths that clients of other spellings use. */
  readonly aliases?: readonly string[] | undefined;
  /** Paths from the root that it has beside: those that a protocol has agreed on. */
  readonly unversioned?: readonly string[] | undefined;
  /** Spoken by partners' systems: bodies of `mediaTypes` alone, errors of its own, keys in bodies. */
  readonly protocol?: Protocol | undefined;
  /** One line for the documentation: an order that begins with its verb, without a full stop. */
  readonly summary: string;
  /** What whoever calls it must know beside: sentences, Markdown. */
  readonly description?: string | undefined;
  readonly schemas: Schemas;
  /** `live`: test keys are answered 403. Default `any`. */
  readonly keys?: 'any' | 'live' | undefined;
  /** Name of the scope a key needs where it has scopes: `partners:write`. Default: the family with `:read` or `:write` by the method. */
  readonly scope?: string | undefined;
  /** What may be wrong beside what the gateway says of every request: `conflict` where what is there can stand against it. */
  readonly problems?: readonly ProblemKind[] | undefined;
  /** Statuses that no problem has: a condition of the request does not hold (412), a range is not there (416). */
  readonly errorStatuses?: readonly (412 | 416)[] | undefined;
  /** What its refusals say beside what all problems say, by status. */
  readonly refusals?: Readonly<Partial<Record<400 | 409, TSchema>>> | undefined;
  /** Honours Idempotency-Key. */
  readonly idempotent?: boolean | undefined;
  /** Its answers have a secret in them: what is kept of them under an Idempotency-Key is always sealed. */
  readonly answersSecret?: true | undefined;
  /** Types of bodies that are handed on as they came, a `Buffer`, beside JSON. */
  readonly mediaTypes?: readonly string[] | undefined;
  /**
   * The handler judges the body, in the interface's own words; its schema is for the documentation. JSON that cannot be read, and what is no
   * object, is refused before.
   */
  readonly judgesBody?: true | undefined;
  /**
   * Its body is of any type and any size, and handed on while it comes (`Call.bodyStream`): not unpacked, nothing of it kept, with a least rate
   * but no time in which all of it must have come. `bodyLimit` still holds. Such a route honours no Idempotency-Key. `json`: the handler takes
   * JSON alone, of whatever type it says to be.
   */
  readonly streamsBody?: true | 'json' | undefined;
  /** Headers that its handler reads, and those of its answers, beside those of all operations: for the documentation. */
  readonly headers?: { readonly asked?: HeaderTexts; readonly answered?: HeaderTexts } | undefined;
  /** Its handler may be silent for longer than a connection may be: what it waits for has an end of its own. */
  readonly mayBeSilent?: true | undefined;
  /**
   * Name of the last parameter of its path, where that is all that follows, slashes too, whatever it is made of: it is taken from the address
   * as it was sent, so that `a/b` and `a%2Fb` are one, and nothing else is.
   */
  readonly restParam?: string | undefined;
  /** HEAD as GET, without the body: the handler makes the same headers. */
  readonly answersHead?: true | undefined;
  /** The body goes on to somebody else, so that a number in it which would be changed by reading it is refused. */
  readonly exactNumbers?: true | undefined;
  /** Type of its answer, where that is no JSON: the handler answers bytes, and says so in their header. */
  readonly answerType?: string | undefined;
  /** A second type of the same answer, for clients that do not ask for the first. */
  readonly elseAnswerType?: string | undefined;
  /** Bytes of the body. Default 1 MB. */
  readonly bodyLimit?: number | undefined;
  /** Bytes of a body from which on to read and to judge it takes long: accounts take turns with such. Default 256 KB. */
  readonly heavyBytes?: number | undefined;
  /** Requests that share a limit of so many at once, and of so many a second, for each account. */
  readonly pool?: PoolName | undefined;
  /** Looks through many rows, as lists do: apart from all other work (`Store.list`). */
  readonly looksThrough?: true | undefined;
  /** Still answered, and marked in the documentation. */
  readonly deprecated?: boolean | undefined;
  /** What the audit says of a request that succeeded: `generate`, and the kind of object. Reads of payloads must have one. */
  readonly audit?: { readonly action: string; readonly objectKind: string; readonly objectParam?: string } | undefined;
}

/** One declaration a route; `register` adds key, account, idempotency, limits, paging, errors and audit. */
export interface Route<Schemas extends RouteSchemas = RouteSchemas, Services = Platform> extends RouteBase<Schemas> {
  readonly handle: (call: CallOf<Schemas, Services>) => Promise<Answer>;
}

/** A route that lists: answers `items`, and `next_page_token` and `nextPageToken` where there is more. */
export interface ListRoute<Schemas extends RouteSchemas = RouteSchemas, Services = Platform>
  extends RouteBase<Schemas> {
  readonly paged: {
    readonly defaultSize: number;
    readonly maxSize: number;
    /** Default 1. */
    readonly minSize?: number | undefined;
    /** A second name of `items`, where clients of the family read that one. */
    readonly alsoAs?: string | undefined;
    /** Query parameters of the first page alone: a token is good without them. */
    readonly firstPage?: readonly string[] | undefined;
    /** Pages of more items than this are packed by gzip, whatever the client accepts. Default: none is. */
    readonly packedAbove?: number | undefined;
  };
  readonly list: (call: CallOf<Schemas, Services>) => Promise<Page<unknown> | WrittenPage | WrittenList>;
}

/** A page whose items are JSON already, as they were stored. */
export interface WrittenPage extends Omit<Page<unknown>, 'items'> {
  readonly writtenItems: readonly string[];
  /** Where somebody who has read this page goes on later, whether there is more by now or not: `resumeToken` of the answer. */
  readonly resume: PagePosition;
}

/** A whole list as it goes out, for one that is too long to be written while others wait. */
export interface WrittenList {
  /** JSON, with `items`. */
  readonly written: Uint8Array;
}

/** A declared route, its types forgotten: what a family registers. */
export type AnyRoute = Route | ListRoute;

/** The scope that a key needs where it has scopes. */
export function scopeOf({ scope, family, method }: AnyRoute): string {
  return scope ?? `${family}:${method === 'GET' ? 'read' : 'write'}`;
}

/** Declares routes whose handlers get these services; the gateway itself asks for the platform only. */
export function routesOver<Services extends Platform>() {
  return {
    /** Declares a route with its types. */
    route<const Schemas extends RouteSchemas>(declaration: Route<Schemas, Services>): AnyRoute {
      // The gateway hands a handler only what its own schemas have let through, and the services that the app was built with.
      return declaration as unknown as Route;
    },
    /** Declares a list with its types. */
    listRoute<const Schemas extends RouteSchemas>(declaration: ListRoute<Schemas, Services>): AnyRoute {
      // As above.
      return declaration as unknown as ListRoute;
    },
  };
}
