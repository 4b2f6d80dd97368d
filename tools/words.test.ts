import { expect, test } from 'vitest'
import { findReplacedWords } from './words.ts'

test.each([
  ['src/domains/a/b.ts', '// The wish of a customer.', ['src/domains/a/b.ts:1 wish → input']],
  ['src/domains/a/b.ts', 'const once = 1\nconst lastLetterAt = 2', ['src/domains/a/b.ts:2 lastLetterAt → email']],
  [
    'src/domains/a/b.ts',
    'export interface ToldEvent {}',
    ['src/domains/a/b.ts:1 ToldEvent → the type in the glossary', 'src/domains/a/b.ts:1 ToldEvent → emitted, notified'],
  ],
  ['src/domains/a/b.test.ts', "test('an heir is found')", ['src/domains/a/b.test.ts:1 heir → content assignee']],
  ['src/domains/a/asks.ts', '', ['src/domains/a/asks.ts: name of the file → hooks']],
  [
    'test/a.test.ts',
    'const strangersToken = 1 // of a stranger',
    [
      'test/a.test.ts:1 stranger → who it is: otherMember, otherVisitor, otherSite, unknownNumber, attacker',
      'test/a.test.ts:1 strangersToken → otherMember, otherVisitor, otherSite, unknownNumber',
    ],
  ],
  ['src/web/a.tsx', '<p>Everybody signs in again.</p>', ['src/web/a.tsx:1 Everybody → anyone, everyone']],
  ['docs/domain/a.md', '## 13. Mails', ['docs/domain/a.md:1 Mails → emails']],
  ['docs/operators.md', 'A rehearsal runs first.', ['docs/operators.md:1 rehearsal → simulation']],
  [
    'src/domains/a/b.test.ts',
    "test('whoever has the link reads it')",
    ['src/domains/a/b.test.ts:1 whoever → who it is: caller, member, visitor, customer, staff member, user, client, transaction'],
  ],
  [
    'src/domains/a/b.ts',
    'export const factorsOf = (ctx: ReadContext) => []',
    ['src/domains/a/b.ts:1 const factorsOf = ( → verb + object: find…, list…, read…, to…'],
  ],
  ['src/domains/a/b.test.ts', 'async function bought() {}', ['src/domains/a/b.test.ts:1 function bought → verb + object']],
  ['src/domains/a/b.ts', 'const isVariantOf = (one: Variant) => true\nconst writesOf: Record<string, string> = {}', []],
  ['src/domains/a/b.ts', 'export function remember(key: string) {}', ['src/domains/a/b.ts:1 function remember → verb + object']],
  ['src/domains/a/b.ts', 'const asColleague = 1', ['src/domains/a/b.ts:1 asColleague → collaborator']],
  ['src/domains/a/b.ts', 'const isAtDoor = 1', ['src/domains/a/b.ts:1 isAtDoor → sign-in form, skeleton']],
  ['src/domains/a/b.ts', 'const readBooks = 1', ['src/domains/a/b.ts:1 readBooks → ledger, cash account']],
  ['src/domains/a/b.ts', 'const ofNobody = 1', ['src/domains/a/b.ts:1 ofNobody → unknown, none, the role']],
  ['src/domains/a/b.ts', '/** Its tax (guide §4.3). */', ['src/domains/a/b.ts:1 guide §4 → Source: guide <name> §…']],
  [
    'src/domains/a/b.ts',
    '/** Its tax (guide members §4.3). */',
    ['src/domains/a/b.ts:1 (guide members §4.3) → Source: guide <name> §… at the end of the comment'],
  ],
  ['src/domains/a/b.ts', '// No change (Source: guide members §4.3).', ['src/domains/a/b.ts:1 (Source:  → Source: guide <name> §… at the end of the comment']],
  [
    'src/domains/a/b.ts',
    '/** A token. Source: wire §6. */',
    ['src/domains/a/b.ts:1 Source:  → a guide with its section, contract <file>, decision <number>, RFC <number>'],
  ],
])('a replaced word in %s: %s', (path, text, findings) => {
  expect(findReplacedWords(path, text)).toEqual(findings)
})

test.each([
  ['src/domains/a/b.ts', '// Two letters. Source: guide bookings §4.2.'],
  ['src/web/a.messages.tsx', "title: 'Prüfe deine E-Mails', // sent by the mail server"],
  ['src/domains/a/b.ts', 'const letter = name[0] // it asks the store, and the owner is told'],
  ['src/web/a.tsx', "import { IconDoor } from '@tabler/icons-react' // a member books a seat"],
  ['src/domains/a/errors.ts', "message: 'Someone else changed this. No one has this role.'"],
  ['src/kit/db/migrations/0001-baseline.ts', 'create table letter'],
])('what %s may say: %s', (path, text) => {
  expect(findReplacedWords(path, text)).toEqual([])
})
