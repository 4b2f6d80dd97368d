import { expect, test } from 'vitest'
import { ImpossibleCommand, readCommand } from './read-command.ts'

test.each([
  [[], { kind: 'start', sample: undefined, workers: 1, forgetsSecrets: false }],
  [['start', '--workers', '4'], { kind: 'start', sample: undefined, workers: 4, forgetsSecrets: false }],
  [['--workers=2', '--sample=practice'], { kind: 'start', sample: 'practice', workers: 2, forgetsSecrets: false }],
  [['--sample', '--sample=practice'], { kind: 'start', sample: 'practice', workers: 1, forgetsSecrets: false }],
  [['--forget-secrets'], { kind: 'start', sample: undefined, workers: 1, forgetsSecrets: true }],
  [['backup'], { kind: 'backup', to: undefined }],
  [['backup', '--to', '/srv/backups'], { kind: 'backup', to: '/srv/backups' }],
  [['restore', '--force', 'a.tar.gz'], { kind: 'restore', file: 'a.tar.gz', force: true }],
  [['restore', 'a.tar.gz'], { kind: 'restore', file: 'a.tar.gz', force: false }],
  [['export', 'a.tar.gz', '--site', 'x'], { kind: 'export', file: 'a.tar.gz', site: 'x' }],
  [['import', 'a.tar.gz'], { kind: 'import', file: 'a.tar.gz' }],
  [['distribute'], { kind: 'distribute', into: true, shards: 32 }],
  [['distribute', '--back'], { kind: 'distribute', into: false, shards: 32 }],
  [['distribute', '--shards=64'], { kind: 'distribute', into: true, shards: 64 }],
  [['doctor'], { kind: 'doctor' }],
  [['sites'], { kind: 'sites', request: { action: 'list', json: false } }],
  [['sites', '--json'], { kind: 'sites', request: { action: 'list', json: true } }],
  [
    ['sites', 'create', '--name', 'Hill', '--address=https://hill.example', '--owner-email', 'o@hill.example', '--currency', 'EUR'],
    {
      kind: 'sites',
      request: {
        action: 'create',
        site: { name: 'Hill', address: 'https://hill.example', ownerEmail: 'o@hill.example', timeZone: undefined, currency: 'EUR', language: undefined },
      },
    },
  ],
  [['sites', 'invite', 'x', '--owner-email', 'o@hill.example'], { kind: 'sites', request: { action: 'invite', siteId: 'x', email: 'o@hill.example' } }],
  [
    ['sites', 'limit', 'x', '--members', '500', '--pictures', '2GB', '--requests-per-minute', 'none'],
    { kind: 'sites', request: { action: 'limit', siteId: 'x', limits: { members: 500, pictureBytes: 2_000_000_000, requestsPerMinute: null } } },
  ],
  [['sites', 'limit', 'x', '--pictures', '50mb'], { kind: 'sites', request: { action: 'limit', siteId: 'x', limits: { pictureBytes: 50_000_000 } } }],
  [['sites', 'hosts', 'x'], { kind: 'sites', request: { action: 'hosts', siteId: 'x', approve: undefined } }],
  [['sites', 'hosts', 'x', '--approve', 'https://hill.example'], { kind: 'sites', request: { action: 'hosts', siteId: 'x', approve: 'https://hill.example' } }],
  [['backup', '--help'], { kind: 'help' }],
  [['--version'], { kind: 'version' }],
])('%j', (args, command) => expect(readCommand(args)).toEqual(command))

test.each([
  [['bakcup'], /^There is no command "bakcup"/],
  [['--worker', '4'], /^What does "--worker" mean\?/],
  [['--workers', 'many'], /^--workers must be a number from 1 to 64, not "many"\.$/],
  [['distribute', '--shards', '0'], /^--shards must be a number from 1 to 1024\.$/],
  [['--workers=0'], /^--workers must be a number/],
  [['--workers'], /^--workers needs a value behind it\.$/],
  [['restore'], /^Say which file: atrium restore/],
  [['restore', 'a.tar.gz', 'b.tar.gz'], /^What does "b\.tar\.gz" mean\?/],
  [['backup', '/srv/backups'], /^What does "\/srv\/backups" mean\?/],
  [['export', '--site', 'x'], /^Say which file: npm start -- export/],
  [['sites', 'delete'], /^"atrium sites" does not know "delete"/],
  [['sites', 'create', '--name', 'Hill'], /^--address is missing/],
  [['sites', 'invite', '--owner-email', 'o@hill.example'], /^Say which site/],
  [['sites', 'limit', 'x', '--members', 'many'], /^--members must be a number such as 500, or none; not "many"\.$/],
  [['sites', 'limit', 'x', '--pictures', '2'], /^--pictures must be a number such as 500MB or 500GB, or none/],
  [['sites', 'hosts', '--approve', 'https://hill.example'], /^Say which site/],
  [['sites', 'list', '--fast'], /^What does "--fast" mean/],
  [['doctor', '--fix'], /^What does "--fix" mean\?/],
])('%j cannot be carried out, in one sentence', (args, sentence) => {
  expect(() => readCommand(args)).toThrow(ImpossibleCommand)
  expect(() => readCommand(args)).toThrow(sentence)
})
