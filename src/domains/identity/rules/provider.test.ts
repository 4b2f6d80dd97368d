import { expect, test } from 'vitest'
import { readLocalPath, decideProviderSignIn } from './provider.ts'

const claims = { subject: 's', email: 'ann@shop.example', emailVerified: true }
const unconnected = { connectedTo: undefined, holder: undefined, connecting: undefined }

test.each([
  ['a known connection', claims, { ...unconnected, connectedTo: 'a' }, { sign: 'in', identityId: 'a' }],
  [
    'a connection wins over an address',
    claims,
    { ...unconnected, connectedTo: 'a', holder: { id: 'b', emailVerified: true } },
    { sign: 'in', identityId: 'a' },
  ],
  ['a new person', claims, unconnected, { sign: 'up' }],
  ['a new person with an unproven address', { ...claims, emailVerified: false }, unconnected, { sign: 'up' }],
  [
    'an address that is proven on both sides',
    claims,
    { ...unconnected, holder: { id: 'b', emailVerified: true } },
    { sign: 'link', identityId: 'b', dropUnproven: false },
  ],
  [
    'an address that was never proven here',
    claims,
    { ...unconnected, holder: { id: 'b', emailVerified: false } },
    { sign: 'link', identityId: 'b', dropUnproven: true },
  ],
  [
    'an unverified address that an identity already has',
    { ...claims, emailVerified: false },
    { ...unconnected, holder: { id: 'b', emailVerified: true } },
    { refused: 'account_exists' },
  ],
  ['no address at all', { ...claims, email: undefined }, unconnected, { refused: 'email_required' }],
  ['a member who connects', claims, { ...unconnected, connecting: 'c' }, { sign: 'link', identityId: 'c', dropUnproven: false }],
  ['a member who connects what is another’s', claims, { ...unconnected, connecting: 'c', connectedTo: 'a' }, { refused: 'connected_elsewhere' }],
] as const)('%s', (_name, said, known, decision) => expect(decideProviderSignIn(said, known)).toEqual(decision))

test.each([
  ['/account?tab=security', '/account?tab=security'],
  ['/_api/oauth2/authorize?rs=1', '/_api/oauth2/authorize?rs=1'],
  ['//evil.example/', '/account'],
  ['/\\evil.example', '/account'],
  ['https://evil.example/', '/account'],
  ['/a b', '/account'],
  [undefined, '/account'],
])('%s goes on at %s', (text, path) => expect(readLocalPath(text)).toBe(path))
