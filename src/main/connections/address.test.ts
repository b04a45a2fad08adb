import { expect, test } from 'vitest';
import { readAddress } from './address.ts';

test.each([
  ['https://audits.example.com', 'https://audits.example.com'],
  ['https://audits.example.com:443/', 'https://audits.example.com'],
  ['https://audits.example.com:0443/live/', 'https://audits.example.com/live'],
  ['https://Audits.Example.com./api/v1/', 'https://audits.example.com'],
  ['https://audits.example.com.:8443', 'https://audits.example.com:8443'],
  ['https://prüfung.example', 'https://xn--prfung-4ya.example'],
  ['http://127.0.0.1:80', 'http://127.0.0.1'],
  ['http://[::1]:8080/Eins', 'http://[::1]:8080/Eins'],
])('%s is %s, however it is spelt', (entered, address) => {
  expect(readAddress(entered)).toEqual({ ok: true, value: address });
  expect(readAddress(address)).toEqual({ ok: true, value: address });
});
