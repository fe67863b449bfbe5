// @ts-check
// The program that stands around a customer's function in its box. Plain JavaScript, as nothing but Node.js and this file is in there.
// The event comes in on the standard input behind one line of what is said about the invocation; a line when it begins, one of how it ended, and
// the result go out on descriptor 3; what the function prints is its log.

import { closeSync, existsSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { types } from 'node:util';
import { goThroughGate } from './network.mjs';

const RESULT = 3;
/** Of the function. */
const FOLDER = process.argv[2] ?? '';
/** Letters of the text of an error, and of its trace: the server takes no error that is much longer. */
const MOST_TEXT = 32_768;

/** Descriptors that the server was started with by somebody who did not mean them to be passed on. */
function closeInherited() {
  let names;
  try {
    names = readdirSync('/proc/self/fd');
  } catch {
    return;
  }
  for (const fd of names.map(Number)) {
    if (fd <= RESULT) continue;
    try {
      const flags = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0';
      // Whatever this process has opened itself closes at an exec.
      if ((Number.parseInt(flags, 8) & 0o2000000) === 0) closeSync(fd);
    } catch {
      // It was the one of this listing.
    }
  }
}

/** @param {Uint8Array} bytes */
function writeAll(bytes) {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(RESULT, bytes, at);
    } catch (error) {
      // The pipe is full: nothing but this waits for it.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EAGAIN') throw error;
    }
  }
}

let isOver = false;

/**
 * Says how it ended, once.
 * @param {'returned' | 'failed'} how
 * @param {string} text JSON.
 */
function say(how, text) {
  if (!isOver) writeAll(Buffer.from(`${how}\n${text}`));
  isOver = true;
}

/**
 * Says how it ended, and ends this process. The function goes on until all is read that it printed: what it throws meanwhile changes nothing.
 * @param {'returned' | 'failed'} how
 * @param {string} text JSON.
 */
function end(how, text) {
  if (isOver) return;
  say(how, text);
  // What was printed is written first.
  process.stdout.write('', () => process.stderr.write('', () => process.reallyExit(0)));
}

/** Of an error and its causes: `fetch` says no more than that it failed, and why is in its cause. */
const MOST_CAUSES = 5;

/** @param {unknown} value Also one of another context. @returns {value is Error} */
function isError(value) {
  return value instanceof Error || types.isNativeError(value);
}

/** @param {Error} error Some have a trace that is no text, or none. */
function linesOf({ stack, name, message }) {
  return (typeof stack === 'string' && stack !== '' ? stack : `${name}: ${message}`).split('\n');
}

/** @param {Error} error */
function traceOf(error) {
  const lines = linesOf(error);
  let cause = error.cause;
  for (let count = 0; count < MOST_CAUSES && isError(cause); count++) {
    const [first, ...rest] = linesOf(cause);
    lines.push(`Caused by: ${first}`, ...rest);
    cause = cause.cause;
  }
  return lines;
}

/** @param {string} text */
function cut(text) {
  return text.slice(0, MOST_TEXT);
}

/** JSON of what is told of an error. @param {unknown} error Whatever was thrown: it may refuse to be looked at. */
function told(error) {
  try {
    if (!isError(error))
      return JSON.stringify({ errorType: typeof error, errorMessage: cut(String(error)), trace: [] });
    const trace = cut(traceOf(error).join('\n')).split('\n');
    return JSON.stringify({ errorType: cut(String(error.name)), errorMessage: cut(String(error.message)), trace });
  } catch {
    const errorMessage = 'Something was thrown whose name, message and trace cannot be read.';
    return JSON.stringify({ errorType: typeof error, errorMessage, trace: [] });
  }
}

/** @param {unknown} error */
function fail(error) {
  end('failed', told(error));
}

/**
 * Node.js tells the line at which a module cannot be parsed nowhere but in what it prints of an error that nobody catches: that comes into
 * the log.
 * @param {unknown} error
 * @returns {Promise<never>}
 */
function failToLoad(error) {
  if (!(error instanceof SyntaxError) || !error.stack?.startsWith('SyntaxError')) throw error;
  say('failed', told(error));
  process.removeListener('uncaughtException', fail);
  setImmediate(() => {
    throw error;
  });
  return new Promise(() => undefined);
}

/** @param {string} text */
function eventIn(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Its words would show some of the event.
    if (!(error instanceof SyntaxError)) throw error;
    throw Object.assign(new Error('The event is no JSON.'), { name: 'Runtime.InvalidEvent' });
  }
}

/** Code that is no package is `index.js`: Node.js itself finds out whether it is a module or CommonJS. */
async function loadHandler() {
  const isPackage = existsSync(`${FOLDER}/index.mjs`);
  const module = await import(`file://${FOLDER}/${isPackage ? 'index.mjs' : 'index.js'}`);
  const handler = module.handler ?? module.default?.handler;
  if (typeof handler === 'function') return handler;
  const wanted = `export const handler = …${isPackage ? '' : ', or exports.handler = …'}`;
  throw Object.assign(new Error(`The code exports no function with the name handler: ${wanted}`), {
    name: 'Runtime.HandlerNotFound',
  });
}

closeInherited();
goThroughGate(process.argv[3]);
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
const input = await buffer(process.stdin);
const line = input.indexOf(10);
const { timeoutMs, environment, ...said } = JSON.parse(input.toString('utf8', 0, line));
// Not in the environment of the process, which the programs that make the box would have, too.
for (const name of Object.keys(process.env)) delete process.env[name];
Object.assign(process.env, environment);
const deadline = Date.now() + timeoutMs;
const context = { ...said, getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()) };
writeAll(Buffer.from('began\n'));
try {
  // One that is too deep or too large for the memory of a function is an error of that.
  const event = line + 1 === input.length ? null : eventIn(input.toString('utf8', line + 1));
  const handler = await loadHandler().catch(failToLoad);
  const result = await handler(event, context);
  end('returned', JSON.stringify(result) ?? 'null');
} catch (error) {
  fail(error);
}
