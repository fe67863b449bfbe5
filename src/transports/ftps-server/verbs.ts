import { hasControlCharacter } from '../virtual-files/virtual-path.js';
import type { Command } from './control-lines.js';
import { replyTo } from './reply-to-error.js';
import type { Session } from './session.js';
import type { Verb, Verbs } from './verb.js';
import { FILE_VERBS } from './verbs-files.js';
import { LISTING_VERBS } from './verbs-listing.js';
import { LOGIN_VERBS } from './verbs-login.js';
import { TRANSFER_VERBS } from './verbs-transfer.js';

const VERBS: Verbs = { ...LOGIN_VERBS, ...LISTING_VERBS, ...TRANSFER_VERBS, ...FILE_VERBS };

/** Runs one command; every failure becomes its reply. */
export async function runCommand(session: Session, command: Command | undefined): Promise<void> {
  const { control } = session;
  if (command === undefined) return control.reply(500, 'That is no command.');
  const verb = Object.hasOwn(VERBS, command.verb) ? VERBS[command.verb] : undefined;
  const refusal = verb === undefined ? ([502, 'Not done here.'] as const) : refusalOf(session, verb, command.argument);
  // RFC 959: RNTO comes right behind RNFR, and a transfer right behind REST but for the data connection.
  if (command.verb !== 'RNTO') session.renameFrom = undefined;
  try {
    if (verb === undefined || refusal !== undefined) control.reply(...(refusal ?? [502, 'Not done here.']));
    else await verb.run(session, command.argument);
  } catch (error) {
    replyTo(session, error);
  }
  if (verb?.keepsRestart !== true) session.restartAt = 0;
}

function refusalOf(session: Session, verb: Verb, argument: string): readonly [number, string] | undefined {
  if (verb.needs !== 'nothing' && !session.secured) {
    session.toldOfPlain();
    return [530, 'Say AUTH TLS first: nothing goes over a plain connection.'];
  }
  if (verb.needs === 'login' && session.visit === undefined) return [530, 'Log in first.'];
  if (hasControlCharacter(argument)) return [501, 'The argument holds a control character.'];
  if (verb.argument === 'required' && argument === '') return [501, 'The command needs an argument.'];
  return undefined;
}
