import Type from 'typebox';

// Shapes that settings of several kinds have in common.

/** `/`, `/out`, `out/edi`: segments without `.` and `..`, which `demandDirectories` and `joinDirectories` refuse. */
export const Directory = (description: string) =>
  Type.String({
    maxLength: 500,
    pattern: '^/?([^/\\u0000-\\u001f\\u007f\\\\]+/)*[^/\\u0000-\\u001f\\u007f\\\\]*$',
    description,
  });

export const SubdirectoryIn = Directory('Below the parent directory: where files of the partner come in.');
export const SubdirectoryOut = Directory('Below the parent directory: where files for the partner are put.');

export const Pem = Type.String({
  minLength: 1,
  maxLength: 100_000,
  description: 'One certificate, or several, as PEM.',
});

/** The name that one logs in with at a server of the partner. */
export const Username = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Name to log in with at the server of the partner.',
});

/** How many sessions a partner's server grants; `session-limits.ts` reads it. */
export const MaxSessions = Type.Integer({
  minimum: 1,
  maximum: 1000,
  description:
    'Deliveries over the connection at once, over all processes of the server. Default: its MAX_SESSIONS, 8.',
});

/** In what files that come in are written; `inbound-encoding.ts` reads it. */
export const InboundFileEncoding = Type.Union([Type.Literal('UTF-8'), Type.Literal('WINDOWS-1252')], {
  description:
    'How characters of files that come in are encoded. Default UTF-8; a file that is none is read as ISO 8859-1. The bytes of a file stay as they came.',
});
