import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { hearLinks } from './links.ts';

test('links that come before there are windows are opened once there are, later ones at once', () => {
  const app = new EventEmitter();
  const links = hearLinks(app, ['/opt/audit-desk', 'auditdesk://audit/A']);
  const preventDefault = vi.fn();
  app.emit('open-url', { preventDefault }, 'auditdesk://client/B');
  expect(preventDefault).toHaveBeenCalledOnce();
  expect(links.arrived(['/opt/audit-desk'])).toBe(false);
  const opened: string[] = [];
  links.follow((address) => opened.push(address));
  const [first, second] = ['/link?to=auditdesk%3A%2F%2Faudit%2FA', '/link?to=auditdesk%3A%2F%2Fclient%2FB'];
  expect(opened).toEqual([first, second]);
  expect(links.arrived(['/opt/audit-desk', 'auditdesk://audit/A'])).toBe(true);
  expect(opened).toEqual([first, second, first]);
});

test('a link that leads nowhere is opened too: the screen says so', () => {
  const links = hearLinks(new EventEmitter(), []);
  const opened: string[] = [];
  links.follow((address) => opened.push(address));
  links.arrived([`auditdesk:${'日'.repeat(9_000)}`]);
  expect(opened).toHaveLength(1);
  expect(opened[0]).toMatch(/^\/link\?to=auditdesk%3A/);
  expect(opened[0]?.length).toBeLessThan(30_000);
});
