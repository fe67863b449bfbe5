/** Exit codes of the command; the same in every subcommand. */
export const ExitCode = {
  clean: 0,
  /** At least one finding of severity error. */
  findings: 1,
  /** Wrong arguments, a file that cannot be read or written. */
  usage: 2,
  /** The input is not X12 (or not the JSON that is asked for). */
  notX12: 3,
  /** A partner or our own rules refused; the same again fails the same way. Nothing arrived. */
  refused: 4,
  /** Nothing arrived; it may later. */
  unavailable: 5,
  /** It may have arrived: look before anything is sent again. */
  unknown: 6,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Ends a command with one line on stderr. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;

  constructor(text: string, exitCode: ExitCode = ExitCode.usage) {
    super(text);
    this.exitCode = exitCode;
  }
}
