import { expect, test } from 'vitest'
import { InvalidSetting, readConfig } from './config.ts'

test.each([
  [{ PORT: 'eighty' }, /^PORT must be a number from 0 to 65535, not "eighty"\.$/],
  [{ PORT: '70000' }, /^PORT must be/],
  [{ DATABASE_URL: 'mysql://localhost/x' }, /^DATABASE_URL must begin with postgres/],
  [{ DATABASE_REPLICA_URL: 'mysql://localhost/x' }, /^DATABASE_REPLICA_URL must begin with postgres/],
  [{ DATABASE_REPLICA_URL: 'postgres://localhost/x' }, /^DATABASE_REPLICA_URL needs DATABASE_URL/],
  [{ SMTP_URL: 'mail.example' }, /^SMTP_URL must begin with smtp/],
  [{ PUBLIC_URL: 'studio' }, /^PUBLIC_URL must be an address/],
  [{ PUBLIC_URL: 'ftp://studio.example' }, /^PUBLIC_URL must be an address/],
  [{ TEST_HOOKS: '1', NODE_ENV: 'production' }, /^TEST_HOOKS=1 is refused/],
  [{ TEST_HOOKS: 'yes' }, /^TEST_HOOKS must be 0 or 1/],
  [{ REQUESTS_PER_MINUTE: '0' }, /^REQUESTS_PER_MINUTE must be/],
  [{ DRAIN_SECONDS: '-1' }, /^DRAIN_SECONDS must be a whole number from 0 to 300, not "-1"\.$/],
  [{ DRAIN_SECONDS: '2.5' }, /^DRAIN_SECONDS must be/],
  [{ DRAIN_SECONDS: '301' }, /^DRAIN_SECONDS must be/],
  [{ DATABASE_QUEUE: '0' }, /^DATABASE_QUEUE must be/],
  [{ DATABASE_QUEUE: 'many' }, /^DATABASE_QUEUE must be/],
  [{ BACKUP_EVERY: '0.5' }, /^BACKUP_EVERY must be a whole number above 0, not "0\.5"\.$/],
  [{ BACKUP_KEEP: '0' }, /^BACKUP_KEEP must be/],
  [{ BACKUP_KEY: 'short' }, /^BACKUP_KEY must have at least 16 characters\.$/],
  [{ BACKUP_S3_URL: 's3://backups' }, /^BACKUP_S3_URL must be the address of a bucket/],
  [{ BACKUP_S3_URL: 'https://s3.example' }, /^BACKUP_S3_URL must be the address of a bucket/],
  [{ BACKUP_S3_URL: 'https://s3.example/b' }, /^BACKUP_S3_URL needs BACKUP_S3_KEY_ID and BACKUP_S3_SECRET\.$/],
  [{ BACKUP_S3_URL: 'https://s3.example/b', BACKUP_S3_KEY_ID: 'a', BACKUP_S3_SECRET: 'b' }, /^BACKUP_S3_URL needs BACKUP_KEY/],
  [{ SECRETS_KEY: 'short' }, /^SECRETS_KEY must have at least 32 characters\.$/],
  [{ SECRETS_KEY_FORMER: 'short' }, /^SECRETS_KEY_FORMER must have at least 32/],
  [{ TLS_CERT: '/etc/cert.pem' }, /^TLS_CERT and TLS_KEY go together\.$/],
])('%o is refused in one sentence', (env, sentence) => {
  let refused: unknown
  try {
    readConfig(env, '/')
  } catch (error) {
    refused = error
  }
  expect(refused).toBeInstanceOf(InvalidSetting)
  expect((refused as Error).message).toMatch(sentence)
  expect((refused as Error).message).not.toContain('\n')
})

test('nothing set is fine; an address loses its path', () => {
  expect(readConfig({}, '/')).toMatchObject({ port: 3000, host: '0.0.0.0', dataDir: './data', testHooks: false, drainSeconds: 0, requestsPerMinute: 6000 })
  expect(readConfig({ DRAIN_SECONDS: '5' }, '/').drainSeconds).toBe(5)
  expect(readConfig({ PUBLIC_URL: 'https://studio.example/path' }, '/').publicUrl).toBe('https://studio.example')
})

test('backups go to a folder, to a bucket, or to both', () => {
  const bucket = { BACKUP_S3_URL: 'https://s3.example/backups/studio/', BACKUP_S3_KEY_ID: 'a', BACKUP_S3_SECRET: 'b', BACKUP_KEY: 'k'.repeat(16) }
  expect(readConfig({}, '/').backups).toMatchObject({ folder: undefined, bucket: undefined, keep: 14 })
  expect(readConfig({ ...bucket, DATA_DIR: '/srv/data' }, '/').backups).toMatchObject({
    folder: '/srv/data/backups',
    keepHere: 1,
    keep: 14,
    bucket: { url: 'https://s3.example/backups/studio', keyId: 'a', secret: 'b', region: undefined },
  })
  expect(readConfig({ ...bucket, BACKUP_DIR: '/srv/backups' }, '/').backups).toMatchObject({ folder: '/srv/backups', keepHere: 14 })
})
