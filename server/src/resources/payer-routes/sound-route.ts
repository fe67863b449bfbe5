import Type from 'typebox';
import { invalid, type ProblemDetail } from '../../problems.js';
import { checkOf } from '../../schemas/check-shape.js';
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
  const problems = [...secretProblems(given), ...hourProblems(given), ...delimiterProblems(given)];
  if (problems.length > 0)
    throw invalid('The route cannot be used as it is.', { code: 'VALIDATION_FAILED', errors: problems });
  await demandOverlay(given);
  return given as SoundRoute;
}

function secretProblems({ kind, secrets = {} }: GivenRoute): readonly ProblemDetail[] {
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
  if (new Set(characters).size === characters.length && !characters.some((one) => /[A-Za-z0-9 ]/.test(one))) return [];
  return [{ message: 'Delimiters are four different characters, and no letter, digit or blank.', path: '/delimiters' }];
}

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
