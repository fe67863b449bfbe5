import { type DocumentInput, type Engine, isX12Error } from 'ediloom';
import type { Transport } from 'ediloom/transports';

/** A row of your table of jobs. */
export interface Job {
  readonly id: string;
  readonly document: DocumentInput;
  /** With control numbers; absent before the first attempt. */
  numbered?: DocumentInput;
}

export interface Tools {
  readonly engine: Engine;
  readonly transport: Transport;
  /** Stores the job; resolves when it is safe. */
  save(job: Job): Promise<void>;
}

export type Outcome = 'done' | 'again' | 'failed';

/** One attempt. Whatever happens, a kill of the process included, the partner gets the file once. */
export async function work(job: Job, { engine, transport, save }: Tools): Promise<Outcome> {
  if (job.numbered === undefined) {
    // Stored before it is sent: another attempt must send the very same bytes.
    job.numbered = await engine.number(job.document);
    await save(job);
  }
  try {
    await engine.send(job.numbered, { transport, id: job.id, name: `${job.id}.edi` });
    return 'done';
  } catch (error) {
    if (!isX12Error(error)) throw error;
    // `details.again` of an error of a transport says whether another attempt is right.
    return error.details.again === true ? 'again' : 'failed';
  }
}
