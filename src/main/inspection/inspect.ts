import { connect } from 'node:tls';
import type { Inspection } from '../../shared/inspection.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import { findingsOf, variantsOf } from './findings.ts';
import { type ServiceAccess, type Surveyed, surveyOf, wholeSurvey } from './survey.ts';

export interface Inspected {
  readonly inspection: Inspection;
  /** What was read, for a fixture; it holds the firm's own data. */
  readonly survey: Surveyed['survey'];
}

/**
 * Reads a service and says what it has, where it differs from the specification and from decisions.md, and what reading cannot show.
 * Writes nothing; sends at most `budget` requests, of which a whole inspection needs `wholeSurvey`.
 */
export async function inspect(access: ServiceAccess, budget: number = wholeSurvey): Promise<Inspected> {
  const at = new Date(access.now()).toISOString();
  const certificateUntil = await lastDayOfCertificate(access.baseUrl);
  const { survey, requests, ended, clockSkewSeconds } = await surveyOf(access, budget);
  const told = isRecord(survey.token?.json) ? survey.token.json : null;
  return {
    survey,
    inspection: {
      baseUrl: access.baseUrl,
      at,
      requests,
      ended,
      clockSkewSeconds,
      certificateUntil,
      token:
        told === null
          ? null
          : {
              seconds: typeof told.expires_in === 'number' ? told.expires_in : null,
              scope:
                typeof told.scope === 'string' ? access.redactor.redactText(told.scope).slice(0, 300) : '',
            },
      findings: findingsOf(survey),
      variants: variantsOf(survey),
    },
  };
}

const patience = 10_000; // milliseconds

/** When the certificate of an address ends, ISO 8601; null without TLS, and where it is not trusted. */
function lastDayOfCertificate(baseUrl: string): Promise<string | null> {
  const url = URL.parse(baseUrl);
  if (url?.protocol !== 'https:') return Promise.resolve(null);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(url.port || 443), servername: host });
    const end = (until: string | null): void => {
      socket.destroy();
      resolve(until);
    };
    socket.setTimeout(patience, () => end(null));
    socket.once('error', () => end(null));
    socket.once('secureConnect', () => {
      const until = Date.parse(socket.getPeerCertificate().valid_to);
      end(Number.isNaN(until) ? null : new Date(until).toISOString());
    });
  });
}
