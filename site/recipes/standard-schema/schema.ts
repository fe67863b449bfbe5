import { createEngine } from 'ediloom';
import { guide } from 'ediloom/guides/850-004010';

/** Once, for all requests and forms: the first that is judged pays for compiling the guide, and no other. */
export const engine = createEngine({ guides: [guide] });

/** A purchase order as a Standard Schema; what it has judged has the type of the guide. */
export const orderSchema = engine.schema(guide);

const header = { senderQualifier: 'ZZ', senderId: 'BUYER', receiverQualifier: 'ZZ', receiverId: 'SELLER' };

/** What a schema gives for a value that is right. */
export type Judged<
  Schema extends { readonly '~standard': { readonly types?: { readonly output: unknown } | undefined } },
> = NonNullable<Schema['~standard']['types']>['output'];

export function x12Of(data: Judged<typeof orderSchema>): Uint8Array {
  return engine.generate({ interchanges: [{ header, groups: [{ transactions: [{ guide: '850-004010', data }] }] }] })
    .bytes;
}
