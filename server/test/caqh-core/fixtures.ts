/** A 270 of nobody: what an envelope carries is not read by it. */
export const ISA =
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260102*0304*^*00501*000000001*0*T*:~';
export const INQUIRY = `${ISA}GS*HS*SENDER*RECEIVER*20260102*0304*1*X*005010X279A1~ST*270*0001*005010X279A1~SE*2*0001~GE*1*1~IEA*1*000000001~`;
export const RESPONSE = INQUIRY.replace('GS*HS', 'GS*HB').replace('ST*270', 'ST*271');
export const PAYLOAD_ID = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';

/** Elements of a sound request. */
export const REQUEST: Readonly<Record<string, string>> = {
  PayloadType: 'X12_270_Request_005010X279A1',
  ProcessingMode: 'RealTime',
  PayloadID: PAYLOAD_ID,
  TimeStamp: '2026-01-02T03:04:05Z',
  SenderID: 'SENDER',
  ReceiverID: 'RECEIVER',
  CORERuleVersion: '2.2.0',
  Payload: INQUIRY,
};

/** Elements of a sound answer. */
export const ANSWER: Readonly<Record<string, string>> = {
  ...REQUEST,
  PayloadType: 'X12_271_Response_005010X279A1',
  SenderID: 'RECEIVER',
  ReceiverID: 'SENDER',
  Payload: RESPONSE,
  ErrorCode: 'Success',
  ErrorMessage: 'None',
};

/** Elements with some of them changed; `undefined` leaves one out. */
export function elements(
  base: Readonly<Record<string, string>>,
  changed: Readonly<Record<string, string | undefined>> = {},
): string {
  return Object.entries({ ...base, ...changed })
    .map(([name, text]) => (text === undefined ? '' : `<${name}>${text}</${name}>`))
    .join('\n');
}

/** A SOAP envelope by hand, in the shape that the rule publishes, and not by the writer under test. */
export function soap(content: string, { structure = 'RealTimeRequest', header = '' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://www.w3.org/2003/05/soap-envelope">
  <soapenv:Header>${header}</soapenv:Header>
  <soapenv:Body>
    <ns1:COREEnvelope${structure} xmlns:ns1="http://www.caqh.org/SOAP/WSDL/CORERule2.2.0.xsd">
${content}
    </ns1:COREEnvelope${structure}>
  </soapenv:Body>
</soapenv:Envelope>`;
}

/** The UsernameToken as the rule's examples have it. */
export function token(username: string, password: string, type = 'PasswordText'): string {
  const wss = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
  return `<wsse:Security soapenv:mustUnderstand="true" xmlns:wsse="${wss}-wssecurity-secext-1.0.xsd">
<wsse:UsernameToken xmlns:wsu="${wss}-wssecurity-utility-1.0.xsd" wsu:Id="UsernameToken-1">
<wsse:Username>${username}</wsse:Username>
<wsse:Password Type="${wss}-username-token-profile-1.0#${type}">${password}</wsse:Password>
</wsse:UsernameToken></wsse:Security>`;
}

/** A form by hand. */
export function form(
  base: Readonly<Record<string, string>>,
  changed: Readonly<Record<string, string | undefined>> = {},
  { boundary = 'Part_1', end = '\r\n' } = {},
): string {
  const parts = Object.entries({ ...base, ...changed }).flatMap(([name, text]) =>
    text === undefined
      ? []
      : [`--${boundary}${end}Content-Disposition: form-data; name="${name}"${end}${end}${text}${end}`],
  );
  return `${parts.join('')}--${boundary}--${end}`;
}

export const SOAP_TYPE = 'application/soap+xml; charset=UTF-8; action="RealTimeTransaction"';
export const FORM_TYPE = 'multipart/form-data; boundary=Part_1';
