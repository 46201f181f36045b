import { expect, it } from 'vitest';
import { createSourceCheck } from '../../src/api/event-sources.js';
import { readConfig } from '../../src/config/config.js';

it('events come from listed addresses and networks only, also through an IPv6 socket', () => {
  const isSource = createSourceCheck(['192.0.2.7', '198.51.100.0/24', '2001:db8::/32']);
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '198.51.100.200', '2001:db8::1']) {
    expect({ address, isSource: isSource(address) }).toEqual({ address, isSource: true });
  }
  for (const address of [
    '192.0.2.8',
    '::ffff:192.0.2.8',
    '198.51.101.1',
    '2001:db9::1',
    '',
    'unknown',
    undefined,
  ]) {
    expect({ address, isSource: isSource(address) }).toEqual({ address, isSource: false });
  }
});

it('a list that is not one of addresses is refused with the name of the setting', () => {
  expect(() => readConfig({ OWARE_EVENT_SOURCES: '192.0.2.7,gateway.example.com' })).toThrow(
    'OWARE_EVENT_SOURCES',
  );
  expect(readConfig({ OWARE_EVENT_SOURCES: '192.0.2.7,198.51.100.0/24' }).eventSources).toHaveLength(2);
});
