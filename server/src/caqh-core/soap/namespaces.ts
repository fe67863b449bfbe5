export const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope';
export const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/';

/** Of the elements `COREEnvelope…`; their own elements have no namespace, by the schema. */
export const CORE = 'http://www.caqh.org/SOAP/WSDL/CORERule2.2.0.xsd';
/** That of the WSDL, which some partners' tools take for the schema's. */
const CORE_WSDL = 'http://www.caqh.org/SOAP/WSDL/';

/** Namespaces in which an envelope of the rule is read. */
export const CORE_NAMESPACES: readonly string[] = [CORE, CORE_WSDL];
/** Namespaces in which its elements are read: partners' tools qualify them, against the schema. */
export const ELEMENT_NAMESPACES: readonly string[] = ['', CORE, CORE_WSDL];

const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
export const WSSE = `${WSS}-wssecurity-secext-1.0.xsd`;
const TOKEN = `${WSS}-username-token-profile-1.0`;
export const PASSWORD_TEXT = `${TOKEN}#PasswordText`;
export const PASSWORD_DIGEST = `${TOKEN}#PasswordDigest`;

export const XOP = 'http://www.w3.org/2004/08/xop/include';
export const ADDRESSING = 'http://www.w3.org/2005/08/addressing';
