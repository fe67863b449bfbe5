import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const PATIENCE_MS = 10_000;

/** A server that runs in the foreground as a child of the tests. */
export interface Daemon {
  stop(): Promise<void>;
}

/** Starts a server and waits until all its ports answer. @throws Error with its log when they do not. */
export async function startDaemon(
  program: string,
  args: readonly string[],
  { ports, log }: { readonly ports: readonly number[]; readonly log: string },
): Promise<Daemon> {
  const out = openSync(log, 'a');
  const child = spawn(program, args, { stdio: ['ignore', out, out] });
  try {
    for (const port of ports) await answers(port, child);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${program} did not start: ${String(error)}\n${readFileSync(log, 'utf8').slice(-2000)}`);
  }
  return { stop: () => stop(child) };
}

async function answers(port: number, child: ChildProcess): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    if (Date.now() > until) throw new Error(`nothing listens at port ${port}`);
    await setTimeout(50);
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(3_000, undefined, { ref: false }).then(() => child.kill('SIGKILL'));
  await Promise.race([ended, late.then(() => ended)]);
}

/** A row of ports none of which is taken now; the first of `count`. */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await Promise.all(Array.from({ length: count }, (_, i) => isFree(first + i)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`No ${count} free ports in a row.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
