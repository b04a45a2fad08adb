import { isIP } from 'node:net';
import { connect, getCACertificates } from 'node:tls';
import type { Certificate } from '../../shared/operations/inspection.ts';
import { faultOf } from '../api/fault.ts';

const patience = 10_000; // milliseconds

/** Whom a look trusts: those that Node comes with, and those that the system trusts, as the app's own requests do. */
type Trusted = 'node' | 'system';

/** The certificate that an address shows. Nothing is sent over the connection, which ends at once. */
export function certificateOf(baseUrl: string, trusted: Trusted): Promise<Certificate> {
  const url = URL.parse(baseUrl);
  if (url?.protocol !== 'https:') return Promise.resolve({ state: 'none' });
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const ca =
    trusted === 'node' ? {} : { ca: [...getCACertificates('default'), ...getCACertificates('system')] };
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(url.port || 443), ...nameOf(host), ...ca });
    const end = (found: Certificate): void => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(patience, () => end({ state: 'unseen' }));
    socket.once('error', (fault) => {
      const { code, reason = null } = faultOf(fault);
      end(code === 'tls' ? { state: 'refused', reason } : { state: 'unseen' });
    });
    socket.once('secureConnect', () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to);
      end(
        Number.isNaN(until)
          ? { state: 'unseen' }
          : { state: 'trusted', until: new Date(until).toISOString() },
      );
    });
  });
}

/** An address of numbers is no name that a certificate is chosen by. */
function nameOf(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}
