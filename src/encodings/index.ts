export { decodeEbcdic, type EbcdicCodePage, ebcdicTable, encodeEbcdic } from './ebcdic.js';
export { encodingNamed } from './encoding-named.js';
