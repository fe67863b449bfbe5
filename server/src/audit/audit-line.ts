import { isoTime } from '../clock.js';
import type { Audit } from '../store/tables.js';

/** An entry as a line of JSON, without the line end. */
export function auditLine(row: Audit): string {
  return JSON.stringify({
    accountId: row.account_id,
    id: row.id,
    at: isoTime(Number(row.at)),
    keyId: row.key_id,
    address: row.address,
    requestId: row.request_id,
    action: row.action,
    objectKind: row.object_kind,
    objectId: row.object_id,
    position: row.position === null ? null : Number(row.position),
    previousHash: row.previous_hash,
    hash: row.hash,
  });
}

/** The way back; what a changed line has in it shows in its hash. @throws SyntaxError for what is no JSON. */
export function entryOf(line: string): Audit {
  const said = JSON.parse(line);
  return {
    account_id: said.accountId,
    id: said.id,
    at: Date.parse(said.at),
    key_id: said.keyId,
    address: said.address,
    request_id: said.requestId,
    action: said.action,
    object_kind: said.objectKind,
    object_id: said.objectId,
    position: said.position,
    previous_hash: said.previousHash,
    hash: said.hash,
  };
}
