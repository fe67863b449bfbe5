import { X509Certificate } from 'node:crypto';
import { generateIdentity } from '../transports/as2/certificates/generate-identity.js';
import { type Command, type CommandInput, textOption } from './command.js';
import { CommandError, ExitCode } from './exit.js';
import { writeNewFile } from './write-new-file.js';

/** `ediloom as2 keygen`: a key, and the certificate that goes to the partner. */
export const as2Command: Command = {
  name: 'as2',
  arguments: 'keygen',
  summary: 'Makes a private key and the certificate that an AS2 partner is given',
  files: { min: 1, max: 1 },
  options: {
    name: { type: 'string', value: 'NAME', help: 'common name of the certificate, such as the company or AS2 id' },
    organization: { type: 'string', value: 'NAME', help: 'organization in the certificate' },
    host: { type: 'string', value: 'HOST', help: 'host name or address, if a TLS server is to show it too' },
    days: { type: 'string', value: 'N', help: 'how long it is valid, 1 to 3650; 730 by default' },
    bits: { type: 'string', value: 'N', help: 'of the RSA key: 2048 (default), 3072 or 4096' },
    out: { type: 'string', short: 'o', value: 'PREFIX', help: 'writes PREFIX.key.pem and PREFIX.cert.pem' },
  },
  notes: [
    'The key file can be read by its owner only and leaves this machine never; the certificate goes to the partner.',
  ],
  run: async (input) => {
    if (input.files[0] !== 'keygen') throw new CommandError('There is one AS2 command: ediloom as2 keygen');
    return keygen(input);
  },
};

async function keygen(input: CommandInput): Promise<ExitCode> {
  const commonName = needed(input, 'name');
  const out = needed(input, 'out');
  const host = textOption(input, 'host');
  const { certificatePem, privateKeyPem } = await generateIdentity({
    commonName,
    organization: textOption(input, 'organization'),
    ...(host === undefined ? {} : { hosts: [host] }),
    days: wholeNumber(input, 'days', { byDefault: 730, allowed: (days) => days >= 1 && days <= 3650 }),
    bits: wholeNumber(input, 'bits', { byDefault: 2048, allowed: (bits) => [2048, 3072, 4096].includes(bits) }),
  });
  const keyFile = `${out}.key.pem`;
  const certificateFile = `${out}.cert.pem`;
  await writeNewFile(keyFile, Buffer.from(privateKeyPem), { mode: 0o600 });
  await writeNewFile(certificateFile, Buffer.from(certificatePem));
  const { validTo, fingerprint256 } = new X509Certificate(certificatePem);
  input.output.line(`${keyFile}   keep it secret`);
  input.output.line(`${certificateFile}  for the partner; valid until ${new Date(validTo).toISOString().slice(0, 10)}`);
  input.output.line(`SHA-256 ${fingerprint256.replaceAll(':', '').toLowerCase()}`);
  return ExitCode.clean;
}

function needed(input: CommandInput, option: string): string {
  const text = textOption(input, option);
  if (text === undefined || text === '') throw new CommandError(`--${option} is missing. See: ediloom as2 --help`);
  return text;
}

function wholeNumber(
  input: CommandInput,
  option: string,
  { byDefault, allowed }: { byDefault: number; allowed: (value: number) => boolean },
): number {
  const text = textOption(input, option);
  const value = text === undefined ? byDefault : Number(text);
  if (Number.isInteger(value) && allowed(value)) return value;
  throw new CommandError(
    `--${option} has a value that cannot be used. It is a whole number, ${as2Command.options[option]?.help}.`,
  );
}
