import type { EnvelopeHandler } from '../../src/envelope/envelope-handler.js';
import { EnvelopeReader } from '../../src/envelope/envelope-reader.js';
import type { Finding } from '../../src/model/finding.js';
import { Tokenizer } from '../../src/syntax/tokenizer.js';

/** A synthetic ISA; `change` replaces values by element number. */
export function isa(change: Readonly<Record<number, string>> = {}): string {
  const values = [
    '00',
    ' '.repeat(10),
    '00',
    ' '.repeat(10),
    'ZZ',
    'CLINIC01'.padEnd(15),
    'ZZ',
    'PAYER01'.padEnd(15),
    '260401',
    '0930',
    '^',
    '00501',
    '000000071',
    '1',
    'T',
    ':',
  ];
  for (const [element, value] of Object.entries(change)) values[Number(element) - 1] = value;
  return `ISA*${values.join('*')}~`;
}

export const GS = 'GS*HS*CLINIC01*PAYER01*20260401*0930*71*X*005010X279A1~';
export const ST = 'ST*270*0001*005010X279A1~';
export const BODY = 'BHT*0022*13*REQ1*20260401*0930~HL*1**20*1~';
export const SE = 'SE*4*0001~';
export const GE = 'GE*1*71~';
export const IEA = 'IEA*1*000000071~';
export const SET = ST + BODY + SE;

/** What a reader reported, one line an event, and its findings. */
export interface Log {
  readonly events: string[];
  readonly findings: Finding[];
}

/** Reads X12 and writes down what the handler was told; `chunk` cuts the input into pieces of that many bytes. */
export function readEnvelopes(x12: string, chunk = Number.POSITIVE_INFINITY): Log {
  const log: Log = { events: [], findings: [] };
  const reader = new EnvelopeReader(recorder(log));
  const tokenizer = new Tokenizer();
  const bytes = new TextEncoder().encode(x12);
  for (let at = 0; at < bytes.length; at += chunk) reader.push(tokenizer.push(bytes.subarray(at, at + chunk)));
  reader.push(tokenizer.end());
  reader.end();
  return log;
}

export function reasons(x12: string): string[] {
  return readEnvelopes(x12).findings.map((found) => `${found.reason} ${found.code ?? '-'}`);
}

function recorder({ events, findings }: Log): EnvelopeHandler {
  return {
    interchangeStart: ({ interchange, header }) => events.push(`ISA ${interchange} ${header.controlNumber}`),
    groupStart: ({ group, header }) => events.push(`GS ${group} ${header?.release ?? 'none'}`),
    transactionStart: ({ transaction, header }) => events.push(`ST ${transaction} ${header.transactionSet}`),
    segments(batch, from, to, firstOrdinal) {
      for (let i = from; i < to; i++) events.push(`${firstOrdinal + i - from} ${batch.tag(i)}`);
    },
    transactionEnd: ({ segments, truncated }) => events.push(`SE ${segments}${truncated ? ' truncated' : ''}`),
    groupEnd: ({ transactions, truncated }) => events.push(`GE ${transactions}${truncated ? ' truncated' : ''}`),
    interchangeEnd: ({ groups, truncated }) => events.push(`IEA ${groups}${truncated ? ' truncated' : ''}`),
    loose(batch, index, { groups, acknowledgments, transactions }) {
      const inside = transactions === undefined ? '' : `/${transactions}`;
      events.push(`loose ${batch.tag(index)} ${acknowledgments} ${groups}${inside}`);
    },
    finding: (found) => findings.push(found),
  };
}
