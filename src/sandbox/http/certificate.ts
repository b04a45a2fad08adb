import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

/** Why a certificate and its key cannot be shown for a host, in a line for each option; null where they can. */
export function certificateFault(
  { cert, key }: { readonly cert: string; readonly key: string },
  host: string,
  now: number,
): string | null {
  const certificate = readOrNull(() => new X509Certificate(cert));
  if (certificate === null) return '--tls-cert: it is no certificate in PEM form';
  const privateKey = privateKeyOf(key);
  if (typeof privateKey === 'string') return `--tls-key: ${privateKey}`;
  if (!certificate.checkPrivateKey(privateKey))
    return '--tls-key: it is the key of another certificate than that of --tls-cert';
  if (certificate.validToDate.getTime() < now)
    return `--tls-cert: the certificate expired on ${dayOf(certificate.validToDate)}`;
  if (certificate.validFromDate.getTime() > now)
    return `--tls-cert: the certificate is valid from ${dayOf(certificate.validFromDate)} on only`;
  const name = host.replace(/^\[|\]$/g, '');
  const isFor = isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name);
  if (isFor === undefined)
    return `--tls-cert: the certificate is not for ${name}; --public-url says under which name the service is reached`;
  return null;
}

function privateKeyOf(pem: string): KeyObject | string {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_MISSING_PASSPHRASE'
      ? 'it asks for a passphrase; give one that does not'
      : 'it is no private key in PEM form';
  }
}

function readOrNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
