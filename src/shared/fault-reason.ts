/**
 * At which layer a request failed on its way, where that is known: the network, the name of the service, its door, the proxy,
 * the certificate. It changes nothing about what the failure means for the request; it says to a person where to look.
 */
export const faultReasons = [
  'offline',
  'name',
  'refused',
  'no-route',
  'blocked',
  'proxy',
  'proxy-credentials',
  'certificate-name',
  'certificate-date',
  'certificate-self-signed',
  'certificate-issuer',
  'certificate-revoked',
  'certificate-wanted',
  'no-tls',
] as const;
export type FaultReason = (typeof faultReasons)[number];
