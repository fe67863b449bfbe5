import type { LoginRefusal } from '../receiving/logins.js';
import { enterHome } from '../receiving/visit.js';
import type { Session } from './session.js';
import { says, type Verbs } from './verb.js';

/** Commands before the login, and about the connection. */
export const LOGIN_VERBS: Verbs = {
  AUTH: { needs: 'nothing', argument: 'required', run: startTls },
  PBSZ: { needs: 'tls', argument: 'required', run: ({ control }) => control.reply(200, 'PBSZ=0') },
  PROT: { needs: 'tls', argument: 'required', run: protect },
  CCC: says('nothing', 534, 'The connection stays secured.'),
  USER: {
    needs: 'tls',
    argument: 'required',
    run: (session, name) => {
      if (session.visit !== undefined) return session.control.reply(530, 'Already logged in.');
      session.userName = name;
      session.control.reply(331, 'Say the password.');
    },
  },
  PASS: { needs: 'tls', run: logIn },
  ACCT: says('tls', 502, 'There are no accounts.'),
  REIN: says('nothing', 502, 'Connect anew.'),
  FEAT: {
    needs: 'nothing',
    run: ({ control, visit }) =>
      control.reply(211, 'Features:', [
        'AUTH TLS',
        'PBSZ',
        'PROT',
        'EPSV',
        'PASV',
        'UTF8',
        'SIZE',
        'MDTM',
        'MFMT',
        'REST STREAM',
        'MLST type*;size*;modify*;',
        'TVFS',
        // A word of our own: our client then need not look before it renames.
        ...(visit?.files.replacesOnRename === false ? ['RNTO NO-REPLACE'] : []),
      ]),
  },
  OPTS: {
    needs: 'nothing',
    run: ({ control }, argument) => {
      if (/^UTF-?8( ON)?$/i.test(argument)) control.reply(200, 'Always UTF-8.');
      else if (/^MLST\b/i.test(argument)) control.reply(200, 'MLST OPTS type;size;modify;');
      else control.reply(501, 'No such option.');
    },
  },
  SYST: says('nothing', 215, 'UNIX Type: L8'),
  NOOP: { ...says('nothing', 200, 'Here.'), keepsRestart: true },
  HELP: says('nothing', 214, 'See RFC 959, 2428, 3659, 4217.'),
  STAT: {
    needs: 'login',
    run: ({ control }, argument) => {
      if (argument === '') control.reply(211, 'Ready, secured.');
      else control.reply(502, 'Use MLST.');
    },
  },
  QUIT: { needs: 'nothing', run: ({ control }) => control.close(221, 'Goodbye.') },
};

async function startTls(session: Session, mechanism: string): Promise<void> {
  const { control } = session;
  if (session.secured) return control.reply(503, 'Secured already.');
  if (!/^TLS(-C)?$/i.test(mechanism)) return control.reply(504, 'Only AUTH TLS.');
  const clean = control.stopPlain() && session.waiting === 0;
  if (!clean) {
    // What was slipped in behind the command is not obeyed once the connection is secured.
    session.event('refused', { text: 'Bytes were sent behind AUTH TLS.' });
    return control.destroy();
  }
  control.reply(234, 'Begin.');
  await session.secure();
}

function protect(session: Session, level: string): void {
  const { control } = session;
  if (level.toUpperCase() !== 'P') return control.reply(536, 'Data is always protected: PROT P.');
  session.protectedData = true;
  control.reply(200, 'Data is protected.');
}

async function logIn(session: Session, password: string): Promise<void> {
  const { control, userName, settings } = session;
  if (session.visit !== undefined) return control.reply(503, 'Logged in already.');
  if (userName === undefined) return control.reply(503, 'Say USER first.');
  session.userName = undefined;
  const answer = await settings.receiving.logins.byPassword(userName, password, session.address);
  if (control.ended) return;
  session.userName = userName;
  if (answer.user === undefined) return refuse(session, answer);
  const visit = enterHome(settings.receiving, answer.user, {
    protocol: 'ftps',
    maxSessions: settings.limits.maxSessionsPerUser,
    address: session.address,
  });
  if (visit === undefined) {
    session.event('refused', { text: 'too many sessions' });
    return control.close(421, 'Too many sessions of this user.');
  }
  const end = () => session.dismiss('The login is not valid any more.');
  const leave = settings.receiving.presence.enter(answer.user, end);
  session.enter({
    ...visit,
    leave: () => {
      leave();
      visit.leave();
    },
  });
  session.event('login');
  control.reply(230, 'Logged in.');
}

function refuse(session: Session, refusal: LoginRefusal): void {
  const { control, settings } = session;
  if (refusal.why === 'wrong') session.event('login-failed', { text: refusal.text });
  else if (refusal.why === 'throttled') session.event('throttled');
  else session.event('fault', { text: 'The user could not be looked up.' });
  session.userName = undefined;
  session.loginFailures++;
  if (session.loginFailures >= settings.limits.maxLoginAttempts) control.close(530, 'Login refused.');
  else control.reply(530, 'Login refused.');
}
