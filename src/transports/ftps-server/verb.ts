import type { Session } from './session.js';

/** One command of the protocol. */
export interface Verb {
  /** What must have been done before. */
  readonly needs: 'nothing' | 'tls' | 'login';
  readonly argument?: 'required' | undefined;
  /** It may stand between REST and the transfer that begins there. */
  readonly keepsRestart?: boolean | undefined;
  /** Replies itself, or throws what {@link replyTo} has a reply for. */
  run(session: Session, argument: string): Promise<void> | void;
}

export type Verbs = Readonly<Record<string, Verb>>;

/** A verb that only says something. */
export function says(needs: Verb['needs'], code: number, text: string): Verb {
  return { needs, run: ({ control }) => control.reply(code, text) };
}
