import { expect, test } from 'vitest'
import { DatabaseUnavailable, isLockTimeout, classifyFailure } from './unavailable.ts'

test.each([
  [{ code: '57P01', message: 'terminating connection due to administrator command' }, 'lost'],
  [{ code: '57P03', message: 'the database system is starting up' }, 'lost'],
  [{ code: '08006' }, 'lost'],
  [{ code: '25006', message: 'cannot execute INSERT in a read-only transaction' }, 'lost'],
  [{ code: '25P03' }, 'lost'],
  [{ code: 'ECONNREFUSED' }, 'lost'],
  [new Error('Connection terminated unexpectedly'), 'lost'],
  [new Error('Connection terminated due to connection timeout'), 'lost'],
  [new Error('Client has encountered a connection error and is not queryable'), 'lost'],
  [new Error('timeout exceeded when trying to connect'), 'busy'],
  [{ code: '53300', message: 'too many connections' }, 'busy'],
  [{ code: '53100', message: 'disk full' }, 'busy'],
  [{ code: '57014', message: 'canceling statement due to statement timeout' }, 'busy'],
  [{ code: '55P03' }, 'busy'],
  [{ code: '23505', message: 'Connection terminated is a name that is taken' }, undefined],
  [{ code: '40001' }, undefined],
  [{ code: '25P02' }, undefined],
  [new Error('something else'), undefined],
  [undefined, undefined],
])('%o is %s', (error, trouble) => expect(classifyFailure(error)).toBe(trouble))

test('a lock that stayed is known, also behind the error of the pool', () => {
  const given = { code: '55P03', message: 'canceling statement due to lock timeout' }
  expect(isLockTimeout(given)).toBe(true)
  expect(isLockTimeout(new DatabaseUnavailable(given, { inDoubt: false, isLost: false }))).toBe(true)
  expect(isLockTimeout(new DatabaseUnavailable({ code: '57P01' }, { inDoubt: false, isLost: true }))).toBe(false)
  expect(isLockTimeout(undefined)).toBe(false)
})
