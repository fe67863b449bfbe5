import { idOf, isOfKind } from '../engine/choose-guide.js';
import type { Guide } from '../model/guide.js';
import type { CommandInput } from './command.js';
import { ExitCode } from './exit.js';
import { printable } from './printable.js';

/** The guide that `--guide` names, as the sets of one file are read: it notices whether it was for any of them. */
export class AskedGuide {
  readonly #guide: Guide | undefined;
  #sets = 0;
  #fits = 0;

  constructor(guide: Guide | undefined) {
    this.#guide = guide;
  }

  /** For the option `guide` of a verb that reads. */
  readonly of = ({ header }: { readonly header: { readonly transactionSet: string } }): string | undefined => {
    if (this.#guide === undefined) return undefined;
    this.#sets++;
    if (isOfKind(this.#guide, header.transactionSet)) this.#fits++;
    return idOf(this.#guide);
  };

  /** The exit code of a file that has `code` otherwise; where the guide was for none of its sets, that is said. */
  judge(code: ExitCode, { errors }: Pick<CommandInput, 'errors'>): ExitCode {
    if (this.#guide === undefined || this.#sets === 0 || this.#fits > 0) return code;
    errors.line(
      `No set of the file is of the kind of ${printable(idOf(this.#guide))}; each was read by its own guide.`,
    );
    return ExitCode.findings;
  }
}
