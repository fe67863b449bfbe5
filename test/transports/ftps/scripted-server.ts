import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer, type SecureContext, TLSSocket } from 'node:tls';
import { localhostCertificate } from './partner.js';

/**
 * What the server says in place of its usual reply, by command. Besides commands: `greeting`; `STOR mid` once bytes came, `STOR end`
 * when all have come. `hang`: it says nothing, and in a transfer moves nothing. `cut`: it ends the connection. `crumbs`: its usual reply of
 * many lines, in hundreds of pieces.
 */
export type Script = Readonly<Record<string, string>>;

export interface ScriptedServer {
  readonly port: number;
  /** Changed between connections. */
  script: Script;
  /** Bytes of each file. */
  readonly files: Map<string, number>;
  readonly commands: string[];
  close(): Promise<void>;
}

/** A partner's server that does as it should, except where the script says otherwise. */
export async function scriptedServer(script: Script = {}): Promise<ScriptedServer> {
  const { certificate: cert, key } = localhostCertificate();
  const context = createSecureContext({ cert, key });
  const sessions = new Set<Session>();
  const listener = createServer((socket) => {
    const session = new Session(socket, context, server);
    sessions.add(session);
    session.begin();
  });
  const server: ScriptedServer = {
    port: await listening(listener),
    script,
    files: new Map(),
    commands: [],
    close: () => {
      for (const session of sessions) session.end();
      return new Promise((resolve) => listener.close(() => resolve()));
    },
  };
  return server;
}

class Session {
  readonly #context: SecureContext;
  readonly #server: ScriptedServer;
  readonly #script: Script;
  #socket: Socket;
  #text = '';
  #from = '';
  #data: Promise<TLSSocket> | undefined;
  #listener: Server | undefined;

  constructor(socket: Socket, context: SecureContext, server: ScriptedServer) {
    this.#socket = socket;
    this.#context = context;
    this.#server = server;
    this.#script = server.script;
  }

  begin(): void {
    this.#listen();
    this.#answer('greeting', '220 Welcome.');
  }

  end(): void {
    this.#socket.destroy();
    this.#listener?.close();
    this.#data?.then((data) => data.destroy());
  }

  #listen(): void {
    this.#socket.on('error', () => {});
    this.#socket.on('data', (chunk: Buffer) => {
      this.#text += chunk.toString();
      for (let end = this.#text.indexOf('\r\n'); end >= 0; end = this.#text.indexOf('\r\n')) {
        const line = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        this.#obey(line).catch(() => this.end());
      }
    });
  }

  async #obey(line: string): Promise<void> {
    const [verb = '', ...words] = line.split(' ');
    const argument = words.join(' ');
    const { files, commands } = this.#server;
    commands.push(line);
    switch (verb) {
      case 'AUTH':
        if (this.#answer(verb, '234 Go on.')) this.#secure();
        return;
      case 'USER':
        return void this.#answer(verb, '331 Password?');
      case 'FEAT':
        return void this.#answer(verb, '211-Features:\r\n MLST type*;size*;\r\n UTF8\r\n211 End.');
      case 'PWD':
        return void this.#answer(verb, '257 "/" is where you are.');
      case 'EPSV':
      case 'PASV':
        return this.#passive(verb);
      case 'STOR':
        return this.#store(argument);
      case 'MLSD':
        return this.#list();
      case 'MLST': {
        const size = files.get(argument);
        const there = `250-Listing\r\n type=file;size=${size}; ${argument}\r\n250 End.`;
        return void this.#answer(verb, size === undefined ? '550 No such file.' : there);
      }
      case 'RNFR':
        this.#from = argument;
        return void this.#answer(verb, '350 And to?');
      case 'RNTO': {
        if (!this.#answer(verb, '250 Renamed.')) return;
        files.set(argument, files.get(this.#from) ?? 0);
        files.delete(this.#from);
        return;
      }
      case 'DELE':
        files.delete(argument);
        return void this.#answer(verb, '250 Gone.');
      default:
        return void this.#answer(verb, '200 Good.');
    }
  }

  /** True: said as usual. */
  #answer(key: string, usual: string): boolean {
    const scripted = this.#script[key];
    if (scripted === 'cut') this.end();
    else if (scripted === 'crumbs') this.#crumble(usual).catch(() => this.end());
    else if (scripted !== 'hang') this.#socket.write(`${scripted ?? usual}\r\n`);
    return scripted === undefined;
  }

  /** One piece after another: what is written at once goes out as one. */
  async #crumble(usual: string): Promise<void> {
    const [first = '', ...others] = usual.split('\r\n');
    const lines = [first, ...Array.from({ length: 300 }, () => ' CRUMB'), ...others];
    for (const line of lines) await new Promise<void>((done) => this.#socket.write(`${line}\r\n`, () => done()));
  }

  #secure(): void {
    const plain = this.#socket;
    plain.removeAllListeners('data');
    this.#socket = new TLSSocket(plain, { isServer: true, secureContext: this.#context });
    this.#listen();
  }

  async #passive(verb: 'EPSV' | 'PASV'): Promise<void> {
    const { certificate: cert, key } = localhostCertificate();
    this.#listener?.close();
    const listener = createTlsServer({ cert, key });
    this.#listener = listener;
    this.#data = new Promise((resolve) => {
      listener.once('secureConnection', (data) => {
        data.on('error', () => {});
        resolve(data);
      });
    });
    const port = await listening(listener);
    const numbers = `${port >> 8},${port & 255}`;
    // An address in the script gets the port that is meant.
    const scripted = this.#script[verb]?.replace('PORT', numbers);
    if (scripted !== undefined) this.#socket.write(`${scripted}\r\n`);
    else this.#answer(verb, verb === 'EPSV' ? `229 Come (|||${port}|)` : `227 Come (127,0,0,1,${numbers})`);
  }

  async #store(path: string): Promise<void> {
    if (!this.#answer('STOR', '150 Send it.')) return;
    const data = await this.#data;
    if (data === undefined || this.#script['STOR mid'] === 'hang') return;
    let size = 0;
    for await (const chunk of data) {
      size += chunk.length;
      if (this.#script['STOR mid'] === undefined) continue;
      this.#answer('STOR mid', '');
      data.destroy();
      return;
    }
    if (this.#answer('STOR end', '226 All here.')) this.#server.files.set(path, size);
    data.end();
  }

  async #list(): Promise<void> {
    if (!this.#answer('MLSD', '150 The list comes.')) return;
    const data = await this.#data;
    if (data === undefined || this.#script['MLSD mid'] === 'hang') return;
    data.end([...this.#server.files].map(([path, size]) => `type=file;size=${size}; ${path.slice(1)}\r\n`).join(''));
    this.#answer('MLSD end', '226 That was all.');
  }
}

async function listening(listener: Server): Promise<number> {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  // A listener on a port has an address of that form.
  return (listener.address() as AddressInfo).port;
}
