// Every kind of connection, one line each; nothing else names them all. `kind-table.ts` makes the table of it.
// To add a kind: a folder as those of the others, with an object as `kind.ts` describes it, and its line here.
export { as2 } from './as2/as2.js';
export { bucket } from './bucket/bucket.js';
export { folder } from './folder/folder.js';
export { hostedSftp } from './hosted-sftp/hosted-sftp.js';
export { remoteFtp } from './remote-ftp/remote-ftp.js';
