// Everything of the server that the kinds of connections use, in one list: a kind's folder imports from here and from its neighbours
// alone, so that whoever writes one sees what there is, and no kind reaches into rooms that it has no business in.
export type { Clock } from '../../clock.js';
export { isObject, type JsonObject } from '../../json.js';
export { type ObjectStore, ObjectStoreError, type PutOptions } from '../../objects/object-store.js';
export { lookupOf } from '../../outgoing/create-outgoing-guard.js';
export type { OutgoingGuard } from '../../outgoing/outgoing-guard.js';
export { invalid, notFound, Problem } from '../../problems.js';
export { closed } from '../../schemas/shapes.js';
export type { AccountQueries } from '../../store/account-queries.js';
export type { Connections } from '../../store/tables.js';
export { lockBucket } from '../buckets/lock-bucket.js';
export { isFileKey } from '../buckets/object-keys.js';
export type { StoredBytes } from '../buckets/put-bytes.js';
export { newStoredName } from '../buckets/stored-names.js';
export { lockSftpUser } from '../sftp-users/lock-sftp-user.js';
