import type { z } from 'zod';
import {
  type UnseenName,
  type UnseenNoun,
  unseenAbout,
  unseenFields,
  unseenNouns,
} from '../../shared/inspection.ts';
import { Audit } from '../../shared/model/audit.ts';
import { AuditUser } from '../../shared/model/audit-user.ts';
import { ClientOrganisation, LegalEntity, legalEntitiesIn } from '../../shared/model/client-organisation.ts';
import { ComponentAudit } from '../../shared/model/component-audit.ts';
import { Role } from '../../shared/model/role.ts';
import { isRecord } from '../../shared/model/tolerant.ts';
import { WorkPackage } from '../../shared/model/work-package.ts';
import { type Question, readIn, type Survey } from './survey.ts';

/** What reads a noun, the field without which it is none, and where it was read. */
type Reader = readonly [
  noun: z.ZodType<{ readonly unseen?: readonly string[] | undefined }>,
  key: string,
  ...asked: readonly Question[],
];

const readers: Readonly<Record<UnseenNoun, Reader>> = {
  users: [AuditUser, 'id', 'users'],
  components: [ComponentAudit, 'id', 'components'],
  audits: [Audit, 'id', 'auditsWhole', 'audit'],
  packages: [WorkPackage, 'id', 'packages', 'package'],
  clients: [ClientOrganisation, 'id', 'clients'],
  entities: [LegalEntity, 'id', 'entities'],
  roles: [Role, 'name', 'roles', 'auditRoles'],
};

/** What the app's own readers did not see of the objects that were read; a finding says what of it differs. */
export function unseenOf(survey: Survey): readonly UnseenName[] {
  const found = unseenNouns.flatMap((noun) => {
    const [reader, key, ...asked] = readers[noun];
    const sentences: Readonly<Record<string, UnseenName>> = unseenFields[noun];
    const came = asked.flatMap((question) => readIn(survey, question));
    const objects = (noun === 'entities' ? legalEntitiesIn(came) : came).filter(isRecord);
    const unseen = objects.map((object) => {
      const read = reader.safeParse(object);
      return read.success ? (read.data.unseen ?? []) : [key];
    });
    return (noun === 'entities' ? inAll(unseen) : unseen.flat()).flatMap((field) => sentences[field] ?? []);
  });
  return unseenAbout(unseenNouns).filter((name) => found.includes(name));
}

/** What none of several has: that a root has no parent says nothing of the others. */
function inAll([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  return others.length === 0 ? [] : first.filter((field) => others.every((one) => one.includes(field)));
}
