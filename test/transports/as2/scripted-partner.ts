import { createServer, type Server } from 'node:http';
import { partnershipFrom } from '../../../src/transports/as2/agreement/partnership-from.js';
import type { Identity } from '../../../src/transports/as2/certificates/certificate.js';
import { type OutboundMdn, writeMdn } from '../../../src/transports/as2/mdn/write-mdn.js';
import { headersFrom, pairsFrom } from '../../../src/transports/as2/mime/wire-headers.js';
import type { Mic } from '../../../src/transports/as2/signed/mic.js';
import { createMemorySpool } from '../../../src/transports/as2/spool/memory-spool.js';
import { octetsOf } from '../../../src/transports/as2/spool/octets.js';
import { openTransmission } from '../../../src/transports/as2/transmission/open-transmission.js';
import {
  readTransmissionHead,
  type TransmissionHead,
} from '../../../src/transports/as2/transmission/transmission-head.js';
import { identitiesOfTwo, settingsOf } from './two-partners.js';

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: Uint8Array | string;
}

/** What the script knows of a transmission. */
export interface Seen {
  readonly head: TransmissionHead;
  /** As it should be in the receipt. */
  readonly mic: Mic;
  /** A receipt, right but for what is given. */
  mdn(change?: Partial<OutboundMdn>, signer?: Identity): Promise<ScriptedAnswer>;
}

/** A partner that answers as a test tells it to. `undefined`: never. */
export type Script = (seen: Seen) => Promise<ScriptedAnswer | undefined> | ScriptedAnswer | undefined;

export class ScriptedPartner {
  readonly #server: Server;
  /** Of each transmission. */
  readonly messageIds: string[] = [];
  readonly requestHeaders: string[][] = [];
  url = '';
  script: Script;

  constructor(script: Script) {
    this.script = script;
    this.#server = createServer(async (request, response) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk);
      this.requestHeaders.push(request.rawHeaders);
      const answer = await this.script(await this.#look(request.rawHeaders, Buffer.concat(chunks)));
      if (answer === undefined) return;
      response.writeHead(answer.status ?? 200, (answer.headers ?? []).flat()).end(answer.body ?? '');
    });
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('No port.');
    this.url = `http://127.0.0.1:${address.port}/`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #look(rawHeaders: readonly string[], body: Uint8Array): Promise<Seen> {
    const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, i) => {
      return [rawHeaders[2 * i] ?? '', rawHeaders[2 * i + 1] ?? ''] as const;
    });
    const reading = readTransmissionHead(headersFrom(pairs));
    if (!reading.ok) throw new Error(reading.text);
    const { head } = reading;
    this.messageIds.push(head.messageId);
    const keys = await identitiesOfTwo();
    const partnership = partnershipFrom(settingsOf('THEM', keys));
    const moment = new Date();
    const opened = await openTransmission({
      head,
      body: octetsOf(body),
      partnership,
      moment,
      spool: createMemorySpool(),
    });
    if (opened.kind !== 'payload') throw new Error(`It was no payload: ${opened.kind}`);
    const { mic } = opened;
    return {
      head,
      mic,
      mdn: async (change = {}, signer = keys.THEM) => {
        const written = await writeMdn({
          reason: 'processed',
          from: 'THEM',
          to: 'US',
          originalMessageId: head.messageId,
          mic,
          reportingUa: 'script',
          messageId: '<mdn@script>',
          moment,
          unique: 'script',
          signing: { identity: signer, algorithm: 'sha256' },
          ...change,
        });
        return { headers: pairsFrom(written.headers), body: written.body };
      },
    };
  }
}
