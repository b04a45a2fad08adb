import { z } from 'zod';
import { UserAssignment } from './audit-user.ts';

/** A named set of users with their roles, kept on this computer for one connection. */
export const Team = z.strictObject({
  id: z.string().min(1).max(100),
  connection: z.string().min(1),
  name: z.string().trim().min(1).max(100),
  members: z.array(UserAssignment).max(100).readonly(),
});
export type Team = z.output<typeof Team>;
