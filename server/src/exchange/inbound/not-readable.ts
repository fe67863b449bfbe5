import type { FaultCode } from '../../resources/executions/fault-codes.js';

/** A file that cannot be read, at another time no better. */
export class NotReadable extends Error {
  override readonly name = 'NotReadable';
  readonly code: FaultCode;

  /** @param text what is wrong and what to do; no value of the file. */
  constructor(code: FaultCode, text: string) {
    super(text);
    this.code = code;
  }
}
