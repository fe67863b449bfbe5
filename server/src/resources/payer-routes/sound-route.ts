import Type from 'typebox';
import { isObject } from '../../json.js';
import { invalid, type ProblemDetail } from '../../problems.js';
import { checkOf } from '../../schemas/check-shape.js';
import { transactionProblems } from './delivering-claims.js';
import { demandOverlay } from './demand-overlay.js';
import { CONNECTIONS, type GivenRoute } from './schemas.js';

// Below its member, so that problems have the pointer that the route has them at.
const checks = Object.fromEntries(
  Object.entries(CONNECTIONS).map(([kind, { schema }]) => [
    kind,
    checkOf(Type.Object({ connection: schema }), { kind: 'body', name: 'body' }),
  ]),
);

declare const SOUND: unique symbol;

/** A given route that can be used, as far as it says so itself. */
export type SoundRoute = GivenRoute & { readonly [SOUND]: true };

/**
 * Judges a given route: what its kind wants, and what only programs can tell. A companion guide has its guide loaded for that, which no
 * transaction may wait for: what saves routes takes those that have been here.
 * @throws Problem `invalid` with each problem and its pointer.
 */
export async function soundRoute(given: GivenRoute): Promise<SoundRoute> {
  checks[given.kind]?.({ connection: given.connection ?? {} });
  const problems = [
    ...connectionProblems(given),
    ...secretProblems(given),
    ...hourProblems(given),
    ...delimiterProblems(given),
    ...identityProblems(given),
    ...transactionProblems(given),
  ];
  if (problems.length > 0)
    throw invalid('The route cannot be used as it is.', { code: 'VALIDATION_FAILED', errors: problems });
  await demandOverlay(given);
  return given as SoundRoute;
}

/** What goes into a line of HTTP. */
const PRINTABLE = /^[\x20-\x7e]*$/;

function connectionProblems(given: GivenRoute): readonly ProblemDetail[] {
  const { connection = {}, secrets = {} } = given;
  const { url, ...others } = connection;
  // RFC 7617: a colon ends the name, and the rest would go to the password.
  const isCut = given.kind === 'x12-post' && typeof others.username === 'string' && others.username.includes(':');
  const lines = ['contentType', 'username', 'senderId', 'receiverId'].filter((name) => isUnprintable(others[name]));
  return [
    ...urlProblems(url, '/connection/url'),
    ...batchProblems(given),
    ...urlProblems(isObject(others.claims) ? others.claims.url : undefined, '/connection/claims/url'),
    ...lines.map((name) => `/connection/${name}`).map(unprintable),
    ...(isCut ? [{ message: 'A username of HTTP Basic has no colon.', path: '/connection/username' }] : []),
    ...(isUnprintable(secrets.token) ? [unprintable('/secrets/token')] : []),
  ];
}

function isUnprintable(value: unknown): boolean {
  return typeof value === 'string' && !PRINTABLE.test(value);
}

function unprintable(path: string): ProblemDetail {
  return { message: 'It has characters beside the printable ones of ASCII: remove line breaks and others.', path };
}

/** A password in a URL would be stored and shown as the rest of it. */
function urlProblems(url: unknown, path: string): readonly ProblemDetail[] {
  if (typeof url !== 'string') return [];
  if (!URL.canParse(url)) return [{ message: 'It is no URL.', path }];
  const { username, password } = new URL(url);
  if (username === '' && password === '') return [];
  return [{ message: 'Name and password do not stand in it: give username, and the secret password.', path }];
}

/** Answers to a file are told apart by the TRN that comes back. */
function batchProblems({ connection = {}, traceOriginator }: GivenRoute): readonly ProblemDetail[] {
  const { batch } = connection;
  if (!isObject(batch)) return [];
  const message = 'With connection.batch answers are told apart by TRN: give traceOriginator.';
  return [
    ...urlProblems(batch.url, '/connection/batch/url'),
    ...(traceOriginator === undefined ? [{ message, path: '/traceOriginator' }] : []),
  ];
}

function secretProblems(given: GivenRoute): readonly ProblemDetail[] {
  return [...unknownSecrets(given), ...unusedSecrets(given)];
}

/** Settings without which a secret is never sent. */
const USED_WITH = { password: 'username', clientKey: 'clientCertificate' } as const;

/** Whoever gives a secret that nothing sends has forgotten something, and would look for it at the payer's. */
function unusedSecrets({ connection = {}, secrets = {} }: GivenRoute): readonly ProblemDetail[] {
  const problems = Object.entries(USED_WITH)
    .filter(([secret, setting]) => typeof secrets[secret] === 'string' && connection[setting] === undefined)
    .map(([secret, setting]) => ({
      message: `It is sent with connection.${setting} alone: give that, too.`,
      path: `/secrets/${secret}`,
    }));
  if (typeof secrets.token !== 'string' || connection.username === undefined) return problems;
  return [
    ...problems,
    { message: 'A token is sent in place of a username: give one of them.', path: '/secrets/token' },
  ];
}

function unknownSecrets({ kind, secrets = {} }: GivenRoute): readonly ProblemDetail[] {
  const known: readonly string[] = CONNECTIONS[kind].secrets;
  const message =
    known.length === 0
      ? `The kind ${kind} has no secrets.`
      : `The kind ${kind} has no such secret. It has: ${known.join(', ')}.`;
  return Object.keys(secrets)
    .filter((name) => !known.includes(name))
    .map((name) => ({ message, path: `/secrets/${name}` }));
}

function hourProblems({ hours }: GivenRoute): readonly ProblemDetail[] {
  if (hours === undefined) return [];
  const { timeZone, maintenance = [] } = hours;
  const zone = {
    message: 'There is no such time zone. Give an IANA name, such as America/New_York.',
    path: '/hours/timeZone',
  };
  const ends = maintenance.flatMap(({ from, to }, place) =>
    Date.parse(from) < Date.parse(to)
      ? []
      : [{ message: 'It ends before it begins: nothing would be left out.', path: `/hours/maintenance/${place}/to` }],
  );
  return [...(isTimeZone(timeZone) ? [] : [zone]), ...ends];
}

function delimiterProblems({ delimiters }: GivenRoute): readonly ProblemDetail[] {
  const characters = Object.values(delimiters ?? {});
  // Beyond ASCII one character is several bytes, and no interchange with such is read.
  const isSound = characters.every((one) => one.charCodeAt(0) < 0x7f && !/[A-Za-z0-9 ]/.test(one));
  if (isSound && new Set(characters).size === characters.length) return [];
  const message = 'Delimiters are four different characters of ASCII, and no letter, digit or blank.';
  return [{ message, path: '/delimiters' }];
}

const DEFAULT_DELIMITERS = { element: '*', component: '>', repetition: '^', segment: '~' };

/** A delimiter in an id would be the end of it. */
function identityProblems(given: GivenRoute): readonly ProblemDetail[] {
  const { sender, receiver, applicationSender, applicationReceiver, traceOriginator } = given;
  const texts = {
    '/sender/qualifier': sender.qualifier,
    '/sender/id': sender.id,
    '/receiver/qualifier': receiver.qualifier,
    '/receiver/id': receiver.id,
    '/applicationSender': applicationSender,
    '/applicationReceiver': applicationReceiver,
    '/traceOriginator': traceOriginator,
  };
  const delimiters = Object.values(given.delimiters ?? DEFAULT_DELIMITERS);
  return Object.entries(texts)
    .filter(([, text = '']) => isUnprintable(text) || delimiters.some((one) => text.includes(one)))
    .map(([path]) => ({ message: 'It has a delimiter of the route, or a character that is not printable.', path }));
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
