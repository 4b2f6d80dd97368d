import { expect, test } from 'vitest'
import { isPublicAddress, findUrlProblem } from './public-address.ts'

test.each([
  ['93.184.216.34', true],
  ['2606:4700::6810:84e5', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.0.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['no address', false],
])('%s is on the open internet: %s', (address, isOpen) => expect(isPublicAddress(address)).toBe(isOpen))

test.each([
  ['https://hooks.example.com/in?x=1', undefined],
  ['http://hooks.example.com/in', 'NOT_HTTPS'],
  ['ftp://hooks.example.com', 'NOT_AN_ADDRESS'],
  ['hooks.example.com', 'NOT_AN_ADDRESS'],
  ['https://user:secret@hooks.example.com', 'HAS_CREDENTIALS'],
  ['https://localhost/in', 'PRIVATE_NETWORK'],
  ['https://printer', 'PRIVATE_NETWORK'],
  ['https://db.internal', 'PRIVATE_NETWORK'],
  ['https://127.1/', 'PRIVATE_NETWORK'],
  ['https://0x7f000001/', 'PRIVATE_NETWORK'],
  ['https://[::1]/', 'PRIVATE_NETWORK'],
])('%s: %s', (url, problem) => expect(findUrlProblem(url, false)).toBe(problem))

test('the operator may open the own network, but not other kinds of address', () => {
  expect(findUrlProblem('http://127.0.0.1:4000/in', true)).toBeUndefined()
  expect(findUrlProblem('file:///etc/passwd', true)).toBe('NOT_AN_ADDRESS')
})
