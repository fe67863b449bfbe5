// The public face of the core, in the order of the stages; nothing here needs Node.
export type { Delimiters } from './model/delimiters.js';
export { isX12Error, X12Error } from './model/error.js';
export type { Finding } from './model/finding.js';
export type { Dictionary, Guide } from './model/guide.js';
export type { Position } from './model/position.js';
