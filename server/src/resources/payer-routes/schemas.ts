import Type, { type Static } from 'typebox';
import { closed, oneOf } from '../../schemas/shapes.js';
import { CLAIM_TRANSACTIONS, Claims } from './claim-settings.js';
import { Carrier, PostedClaims, SubmittedClaims, RouteUrl as Url } from './claim-ways.js';

/** What routes are made of, as the operator gives them. */

const IDENTITY = /^[^\s].*$/.source;

const Identity = (what: string) =>
  Type.Object(
    {
      qualifier: Type.String({ pattern: '^[A-Z0-9]{2}$', description: 'Two characters: `ZZ`, `30`, `01`.' }),
      id: Type.String({ minLength: 1, maxLength: 15, pattern: IDENTITY, description: '1 to 15 characters.' }),
    },
    { ...closed, description: what },
  );

const Delimiter = Type.String({ minLength: 1, maxLength: 1, description: 'One character.' });
const Hour = Type.String({
  pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
  description: 'HH:MM; 24:00 is the end of the day.',
});

const Hours = Type.Object(
  {
    timeZone: Type.String({ minLength: 1, maxLength: 64, description: 'IANA name: `America/New_York`.' }),
    windows: Type.Optional(
      Type.Array(
        Type.Object(
          {
            days: Type.Array(oneOf(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']), {
              minItems: 1,
              maxItems: 7,
              description: 'Days of the week.',
            }),
            from: Hour,
            to: Hour,
          },
          closed,
        ),
        { minItems: 1, maxItems: 50, description: 'When it is asked; they may go over midnight. Default: always.' },
      ),
    ),
    maintenance: Type.Optional(
      Type.Array(
        Type.Object(
          {
            from: Type.String({ format: 'date-time', description: 'From this instant on.' }),
            to: Type.String({ format: 'date-time', description: 'Until this instant.' }),
          },
          closed,
        ),
        { maxItems: 100, description: 'When it is not asked.' },
      ),
    ),
  },
  { ...closed, description: 'Outside of them nothing is sent, and the answer is AAA 42.' },
);

const Breaker = Type.Object(
  {
    failures: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Failures one after another that open it. Default 5.' }),
    ),
    openMs: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 3_600_000,
        description: 'For so long nothing is sent, then one check tries. Default 30,000.',
      }),
    ),
  },
  { ...closed, description: 'A payer that fails again and again is left alone for a while: AAA 42.' },
);

const Transactions = Type.Array(oneOf(['eligibility', ...CLAIM_TRANSACTIONS]), {
  minItems: 1,
  maxItems: 4,
  uniqueItems: true,
  description: 'What it takes. Default: eligibility alone.',
});

export const RouteSettings = {
  sender: Identity('ISA05 and ISA06.'),
  receiver: Identity('ISA07 and ISA08.'),
  applicationSender: Type.Optional(Type.String({ minLength: 2, maxLength: 15, description: 'GS02. Default: ISA06.' })),
  applicationReceiver: Type.Optional(
    Type.String({ minLength: 2, maxLength: 15, description: 'GS03. Default: ISA08.' }),
  ),
  traceOriginator: Type.Optional(
    Type.String({ minLength: 10, maxLength: 10, description: 'TRN03, ten characters; without it no TRN is written.' }),
  ),
  delimiters: Type.Optional(
    Type.Object(
      { element: Delimiter, component: Delimiter, repetition: Delimiter, segment: Delimiter },
      { ...closed, description: 'Default `*`, `>`, `^`, `~`.' },
    ),
  ),
  serviceTypes: Type.Optional(
    oneOf(['together', 'apart'], { description: '`apart`: one EQ for each service type. Default `together`.' }),
  ),
  answerMs: Type.Optional(
    Type.Integer({ minimum: 1_000, maximum: 120_000, description: 'Milliseconds for the answer. Default 60,000.' }),
  ),
  concurrency: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'Checks at once, of each process. Default 500.' }),
  ),
  ratePerSecond: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'Checks a second, of each process. Default: any number.',
    }),
  ),
  batchConcurrency: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description:
        'Checks of batches at once, over all processes; never more than half of `concurrency`, so that there are places for checks that somebody waits for. Default 20.',
    }),
  ),
  breaker: Type.Optional(Breaker),
  hours: Type.Optional(Hours),
  overlay: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The companion guide of the route: an overlay of `270-005010X279A1` (`overlay`, `base`, `patch`, `rules`), as guides have them. A check that does not keep to it is refused.',
    }),
  ),
  enrollmentPolicy: Type.Optional(
    oneOf(['warn', 'block'], {
      description:
        'Where a payer asks for enrollment and none of the provider is known: `warn` sends the check with a warning, `block` sends nothing. Default: what the payer has.',
    }),
  ),
  claims: Type.Optional(Claims),
  catchAll: Type.Optional(
    Type.Object(
      {
        transactions: Type.Optional(Transactions),
        dependents: Type.Optional(Type.Boolean({ description: 'Default true.' })),
      },
      { ...closed, description: 'Takes payers, too, that it does not name: by their primary ids.' },
    ),
  ),
};

export const RoutePayer = Type.Object(
  {
    payer: Type.String({ minLength: 1, maxLength: 80, description: 'Platform id, primary id or alias.' }),
    id: Type.Optional(
      Type.String({ minLength: 2, maxLength: 80, description: 'Its id on this route. Default: the primary id.' }),
    ),
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 60, description: 'Its name on this route. Default: the display name.' }),
    ),
    transactions: Type.Optional(Transactions),
    dependents: Type.Optional(Type.Boolean({ description: 'Whether dependents are sent. Default true.' })),
  },
  closed,
);

const ClientCertificate = Type.Optional(
  Type.String({ minLength: 1, maxLength: 100_000, description: 'PEM; its key is the secret `clientKey`.' }),
);

/** `connection` by kind, and the names of its secrets. */
export const CONNECTIONS = {
  mock: { schema: Type.Object({}, closed), secrets: [] },
  simulator: { schema: Type.Object({}, closed), secrets: [] },
  partnership: { schema: Carrier, secrets: [] },
  'x12-post': {
    schema: Type.Object(
      {
        url: Url,
        contentType: Type.Optional(
          Type.String({ minLength: 3, maxLength: 100, description: 'Default `application/edi-x12`.' }),
        ),
        username: Type.Optional(
          Type.String({ minLength: 1, maxLength: 200, description: 'With the secret `password`: HTTP Basic.' }),
        ),
        clientCertificate: ClientCertificate,
        claims: Type.Optional(PostedClaims),
      },
      closed,
    ),
    secrets: ['password', 'token', 'clientKey'],
  },
  'caqh-core': {
    schema: Type.Object(
      {
        url: Url,
        envelope: oneOf(['soap', 'mime']),
        senderId: Type.String({ minLength: 1, maxLength: 50, description: 'SenderID of the envelope.' }),
        receiverId: Type.String({ minLength: 1, maxLength: 50, description: 'ReceiverID of the envelope.' }),
        username: Type.Optional(
          Type.String({ minLength: 1, maxLength: 200, description: 'With the secret `password`: UsernameToken.' }),
        ),
        echoesPayloadId: Type.Optional(
          Type.Boolean({ description: 'true: an answer under another PayloadID than ours is none. Default false.' }),
        ),
        clientCertificate: ClientCertificate,
        claims: Type.Optional(SubmittedClaims),
        batch: Type.Optional(
          Type.Object(
            {
              url: Url,
              mostChecks: Type.Optional(
                Type.Integer({ minimum: 1, maximum: 10_000, description: 'Checks of one file. Default 1,000.' }),
              ),
              pollSeconds: Type.Optional(
                Type.Integer({ minimum: 1, maximum: 3_600, description: 'Between two looks for results. Default 60.' }),
              ),
            },
            {
              ...closed,
              description:
                'Checks of batches go as files (BatchSubmission) to this url, and their results are picked up there. Needs `traceOriginator`. Without it they are asked one by one.',
            },
          ),
        ),
      },
      closed,
    ),
    secrets: ['password', 'clientKey'],
  },
} as const;

export type RouteKindName = keyof typeof CONNECTIONS;
/** `connection` of a kind. */
export type Connection<Kind extends RouteKindName = RouteKindName> = Static<(typeof CONNECTIONS)[Kind]['schema']>;
export type SecretName<Kind extends RouteKindName = RouteKindName> = (typeof CONNECTIONS)[Kind]['secrets'][number];

/** The settings of each kind, for who reads about routes: they are judged by the kind, which one schema would not tell as well. */
export const CONNECTION_TEXT = Object.entries(CONNECTIONS)
  .filter(([, { schema }]) => Object.keys(schema.properties).length > 0)
  .map(([kind, { schema, secrets }]) => {
    const needed: readonly string[] = schema.required ?? [];
    const settings = Object.keys(schema.properties).map(
      (name) => `\`${name}\`${needed.includes(name) ? '' : ' (optional)'}`,
    );
    const own = secrets.length === 0 ? '' : `; secrets: ${secrets.map((name) => `\`${name}\``).join(', ')}`;
    return `\`${kind}\`: ${settings.join(', ')}${own}.`;
  })
  .join(' ');

const Secrets = Type.Record(
  Type.String(),
  Type.Union([Type.String({ minLength: 1, maxLength: 20_000 }), Type.Null()], { description: 'A null removes one.' }),
  { description: 'Secrets by name: password, token, clientKey. Those that are left out stay.' },
);

export const GivenRoute = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]*$',
      description: 'Unique; metrics and commands use it.',
    }),
    kind: oneOf(['mock', 'simulator', 'x12-post', 'caqh-core', 'partnership'], { description: 'How it is asked.' }),
    enabled: Type.Optional(Type.Boolean({ description: 'Default true.' })),
    position: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        description: 'The lowest of several that serve a payer is asked first. Default 100.',
      }),
    ),
    ...RouteSettings,
    connection: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: `By the kind. ${CONNECTION_TEXT}` }),
    ),
    secrets: Type.Optional(Secrets),
    payers: Type.Optional(
      Type.Array(RoutePayer, { maxItems: 20_000, description: 'All payers of the route. Left out: they stay.' }),
    ),
  },
  { ...closed, title: 'NewPayerRoute', description: 'A way to payers.' },
);
export type GivenRoute = Static<typeof GivenRoute>;
export type GivenRoutePayer = Static<typeof RoutePayer>;

/** What is stored as `settings`. */
export type StoredSettings = Omit<GivenRoute, 'name' | 'kind' | 'enabled' | 'position' | 'secrets' | 'payers'>;
