import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { policyKeys } from '../src/main/policy/policy.ts';
import { registryKey, valueName } from '../src/main/policy/policy-files.ts';

// The templates by which Windows shows the policy of a machine in its own tools: `npm run policy-templates` writes them into `dist`.

const namespace = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';
const registryText = 16_383; // characters

/** The setting, which writes the one value that the app reads. */
export function admx(): string {
  const key = registryKey.slice(registryKey.indexOf('\\') + 1); // the class names the hive
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="${namespace}" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="auditdesk" namespace="AuditDesk.Policies" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="AnyVersion" displayName="$(string.AnyVersion)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="AuditDesk" displayName="$(string.AuditDesk)" />
  </categories>
  <policies>
    <policy name="Policy" class="Machine" displayName="$(string.Policy)" explainText="$(string.Explain)" presentation="$(presentation.Policy)" key="${escaped(key)}">
      <parentCategory ref="AuditDesk" />
      <supportedOn ref="AnyVersion" />
      <elements>
        <text id="Content" valueName="${escaped(valueName)}" required="true" maxLength="${registryText}" />
      </elements>
    </policy>
  </policies>
</policyDefinitions>
`;
}

/** Its words: each key of a policy with its values and what it decides, as the document tells. */
export function adml(document: string): string {
  const told = new Map(
    [...document.matchAll(/^- `(\w+)` (\(.*)$/gm)].map(([, key = '', text = '']) => [key, text]),
  );
  const strangers = [...told.keys()].filter((key) => !policyKeys.includes(key));
  const missing = policyKeys.filter((key) => !told.has(key));
  if (strangers.length + missing.length > 0)
    throw new Error(
      `docs/policy.md has other keys than the policy: ${[...strangers, ...missing].join(', ')}`,
    );
  const lines = policyKeys.map((key) => `${key} ${told.get(key) ?? ''}`.replaceAll('`', ''));
  const example = /```json\n(.*?)```/s.exec(document)?.[1] ?? '{}';
  const explained = [
    'The policy of this machine: JSON on one line, in ASCII. All keys are optional. The app reads it when it starts.',
    `Example: ${JSON.stringify(JSON.parse(example))}`,
    ...lines,
  ].join('\n\n');
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="${namespace}" revision="1.0" schemaVersion="1.0">
  <displayName>Audit Desk</displayName>
  <description>The policy of a machine for Audit Desk</description>
  <resources>
    <stringTable>
      <string id="AnyVersion">Any version of Audit Desk</string>
      <string id="AuditDesk">Audit Desk</string>
      <string id="Policy">Policy</string>
      <string id="Explain">${escaped(explained)}</string>
    </stringTable>
    <presentationTable>
      <presentation id="Policy">
        <textBox refId="Content">
          <label>JSON</label>
        </textBox>
      </presentation>
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '..');
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(join(root, 'dist', 'AuditDesk.admx'), admx());
  writeFileSync(
    join(root, 'dist', 'AuditDesk.adml'),
    adml(readFileSync(join(root, 'docs', 'policy.md'), 'utf8')),
  );
}
