/**
 * Why bytes are no envelope. `not-soap`, `not-mime`: not of the form at all; `soap-version`: another SOAP than 1.2; `header`: a header
 * that must be understood and is not; `too-large`: over a limit; `encoding`: bytes that are no text of their encoding; `attachment`: a
 * payload that stands in a part that is not there.
 */
export type UnreadableReason =
  | 'not-soap'
  | 'not-mime'
  | 'soap-version'
  | 'header'
  | 'too-large'
  | 'encoding'
  | 'attachment';

/** Thrown by readers of envelopes. Its sentence says what to do next and quotes nothing of what was read. */
export class UnreadableEnvelope extends Error {
  constructor(
    readonly reason: UnreadableReason,
    message: string,
  ) {
    super(message);
    this.name = 'UnreadableEnvelope';
  }
}
