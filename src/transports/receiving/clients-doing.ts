import { VirtualFilesError } from '../virtual-files/virtual-files.js';

/** A step failed as the client has asked for what cannot be: nothing of ours is broken, and nobody here is to be alarmed. */
export class ClientsDoing extends VirtualFilesError {
  /** For the log, in a few words. */
  readonly why: string;

  constructor(why: string) {
    super('failed');
    this.why = why;
  }
}
