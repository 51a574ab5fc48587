import { expect, test } from 'vitest'
import { proxyCheck } from './trusted-proxies.ts'

const isProxy = proxyCheck(['127.0.0.1', '192.168.0.0/16', 'fd00::/8'])

test.each(['127.0.0.1', '::ffff:127.0.0.1', '192.168.3.4', '::ffff:192.168.3.4', 'fd12:3456::1'])(
  '%s is a trusted proxy',
  (address) => {
    expect(isProxy(address)).toBe(true)
  },
)

test.each([
  '127.0.0.2',
  '10.0.0.1',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  '',
  'unknown',
  '127.0.0.1, 127.0.0.1',
  '127.0.0.1:443',
  '127.1',
  '2130706433',
])('"%s" is not a trusted proxy', (address) => {
  expect(isProxy(address)).toBe(false)
})

test('without trusted proxies no address is one', () => {
  expect(proxyCheck([])('127.0.0.1')).toBe(false)
})
