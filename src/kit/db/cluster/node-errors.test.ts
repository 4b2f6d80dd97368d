import { describe, expect, test } from 'vitest'
import { isNodeLost, restoreNodeError } from './node-errors.ts'

describe('errors of a node', () => {
  test.each([
    ['of one server', { code: '23505', constraint: 'identity_email_is_used_once' }, { code: '23505', constraint: 'identity_email_is_used_once' }],
    ['of a part of a table', { code: '23505', constraint: 'identity_email_is_used_once_102440' }, { code: '23505', constraint: 'identity_email_is_used_once' }],
    [
      'of rows that were copied',
      { code: 'XX000', message: 'conflicting key value violates exclusion constraint "resource_is_used_once_at_a_time_102440"' },
      { code: '23P01', constraint: 'resource_is_used_once_at_a_time' },
    ],
    [
      'of a node that names no constraint',
      { code: '23505', message: 'duplicate key value violates unique constraint "identity_email_is_used_once_102440"' },
      { code: '23505', constraint: 'identity_email_is_used_once' },
    ],
    ['of a node that is gone', { code: 'XX000', message: 'failure on connection marked as essential: 127.0.0.1:9802' }, { code: '08006' }],
    ['of a part that was split meanwhile', { code: 'XX000', message: 'could not find valid entry for shard 102185' }, { code: '08006' }],
    ['an internal error', { code: 'XX000', message: 'cache lookup failed' }, { code: 'XX000' }],
    ['no error of the server', {}, {}],
  ])('%s', (_title, error, restored) => {
    expect(restoreNodeError(Object.assign(new Error('refused'), error))).toMatchObject(restored)
  })

  test.each([
    ['a node that is gone', { code: 'XX000', message: 'failure on connection marked as essential: 127.0.0.1:9802' }, true],
    ['a node that takes no connection', { code: '08006', message: 'connection to the remote node postgres@127.0.0.1:9802 failed' }, true],
    ['the coordinator shuts down', { code: '57P01', message: 'terminating connection due to administrator command' }, false],
    ['a socket that failed', { message: 'Connection terminated unexpectedly' }, false],
  ])('%s', (_title, error, isLost) => {
    expect(isNodeLost(Object.assign(new Error('refused'), error))).toBe(isLost)
  })
})
