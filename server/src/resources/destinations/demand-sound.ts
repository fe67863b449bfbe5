import { nameAdvice } from 'ediloom/words';
import type { ProblemDetail } from '../../problems.js';
import { invalidRequest } from '../../schemas/check-shape.js';
import { ASKED_NAMES, namesOf, storedType } from '../events/event-types.js';
import type { DestinationUpdate } from './schemas.js';

/**
 * What shapes cannot say of a destination.
 * @throws Problem `invalid` with everything that is wrong: an address that is none or has more than an address has; a name of an event
 *   that is not known; both names of one event.
 */
export function demandSound({ destinationUrl, eventTypes = [] }: DestinationUpdate): void {
  const problems = [...(destinationUrl === undefined ? [] : urlProblems(destinationUrl)), ...typeProblems(eventTypes)];
  if (problems.length > 0) throw invalidRequest(problems);
}

function urlProblems(text: string): readonly ProblemDetail[] {
  const path = '/destinationUrl';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hostname === '') {
    return [{ path, message: `${path} is no address. Write it as https://hooks.example.com/edi.` }];
  }
  if (url.username !== '' || url.password !== '') {
    const message = `${path} has a user or a password, which would be shown with it. Leave them out: who is called knows us by the signature.`;
    return [{ path, message }];
  }
  return url.hash === '' ? [] : [{ path, message: `${path} has a part behind #, which is never sent. Leave it out.` }];
}

function typeProblems(names: readonly string[]): readonly ProblemDetail[] {
  return names.flatMap((name, index): readonly ProblemDetail[] => {
    const path = `/eventTypes/${index}`;
    const type = storedType(name);
    if (type === undefined) {
      const known = Object.keys(ASKED_NAMES);
      const message = `${path} is no type of event.${nameAdvice(name, known)}`;
      return [{ path, message }];
    }
    const other = namesOf(type).find((one) => one !== name && names.indexOf(one) > index);
    if (other === undefined) return [];
    return [{ path, message: `${path} and ${other} are the same event, in two forms. Ask for one of them.` }];
  });
}
