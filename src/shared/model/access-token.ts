import { z } from 'zod';

/** What the token endpoint takes; form-encoded (specification, "Authentication"). */
export const TokenRequest = z.strictObject({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
});
export type TokenRequest = z.output<typeof TokenRequest>;

/** An access token. A validity that is missing or unreadable counts as one minute. */
export const AccessToken = z.object({
  access_token: z.string().min(1),
  /** Seconds from the answer on. */
  expires_in: z.coerce.number().catch(60),
  scope: z.string().catch(''),
});
export type AccessToken = z.output<typeof AccessToken>;
