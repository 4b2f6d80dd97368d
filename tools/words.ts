/**
 * The words of the project: terms that were replaced do not come back (see docs/glossary.md).
 * `tsx tools/words.ts` prints each finding with the term to use.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

interface Term {
  /** Matches the replaced word; in a file name each part between separators counts as a word. */
  old: RegExp
  use: string
}

/** In any text: code, comments, titles of tests, documents. */
const replacedTerms: readonly Term[] = [
  { old: /\bwish(es|ed)?\b/i, use: 'input' },
  { old: /\bdeeds?\b/i, use: 'command' },
  { old: /\bheirs?\b/i, use: 'content assignee' },
  { old: /\bbelongings\b/i, use: 'data of the member' },
  { old: /\brehears(e|ed|al|als)\b/i, use: 'simulation' },
  { old: /\bruler\b/i, use: 'zone offsets' },
  { old: /\bspree\b/i, use: 'workload' },
  { old: /\btongue\b/i, use: 'language' },
  { old: /\b(know|use)(More|Ask|Do)\b/, use: 'registerOperations, useApiQuery, useApiMutation' },
  {
    old: /\b(keepWorth|followStanding|readsIn|partWays|heirOf|retell|voiceOf|groundOf|layOutHours|handOver|tellService|rulerFor|inLanes|inTurns)\b/,
    use: 'the name in the glossary',
  },
  { old: /\b(Onlooker|Leaver|Newcomer|Objection|ToldEvent|HowToTake)\b/, use: 'the type in the glossary' },
  { old: /\blater\((job|\{)/, use: 'ctx.enqueue' },
  { old: /\bfunction (ahead|cut|folded|forget|later|lite|marked|once|reach|remember|said|spelled|told|unmade|unread|voice)\b/, use: 'verb + object' },
  { old: /\b(followsWall|clockDriftMs|PLANNED_ANEW|spelledOnce|doorOf\w+|Circumstances|Flaw|Tongue)\b/, use: 'the name in the glossary' },
  { old: /\bstrangers?\b/i, use: 'who it is: otherMember, otherVisitor, otherSite, unknownNumber, attacker' },
  { old: /(?<!-)\bmails\b/i, use: 'emails' },
  { old: /\b(anybody|everybody)\b/i, use: 'anyone, everyone' },
  { old: /\b(nobody|somebody|whoever|whomever)\b/i, use: 'who it is: caller, member, visitor, customer, staff member, user, client, transaction' },
]

/** In names: identifiers of two words or more, and files. */
const replacedNameParts: readonly Term[] = [
  { old: /^(letters?|mails)$/, use: 'email' },
  { old: /^strangers?$/, use: 'otherMember, otherVisitor, otherSite, unknownNumber' },
  { old: /^(wish|deed)(es|s)?$/, use: 'input, command' },
  { old: /^told$/, use: 'emitted, notified' },
  { old: /^asks$/, use: 'hooks' },
  { old: /^colleagues?$/, use: 'collaborator' },
  { old: /^grounds?$/, use: 'deps, data of the rule by name' },
  { old: /^(doors?|bones?)$/, use: 'sign-in form, skeleton' },
  { old: /^(books|till)$/, use: 'ledger, cash account' },
  { old: /^lanes?$/, use: 'mapConcurrent, semaphore' },
  { old: /^wakes$/, use: 'advances' },
  { old: /^(nobody|somebody|anybody|everybody|whoever)$/, use: 'unknown, none, the role' },
  { old: /^house$/, use: 'system, setup, notifications' },
  { old: /^(unread|unmade|tongue|heir|belongings|occasion|objection|onlooker|said|spoken)$/, use: 'the name in the glossary' },
]

/** One citation form, so that a rule is found from its guide: `Source: guide bookings §4.2`. */
const citations: readonly Term[] = [
  { old: /\bguide §?\d/, use: 'Source: guide <name> §…' },
  { old: /\(guide [a-z-]+ §[\d.]+\)|\(Source: |\bguide: [a-z]/, use: 'Source: guide <name> §… at the end of the comment' },
  {
    old: /(?<![a-zA-Z])Source: (?!guide (bookings|identity|members|pricing-plans|services-and-availability) §|guide$|contract (operations|query-language|storefronts|wire)\b|decision \d{4}|RFC \d|W3C |llmstxt\.org|`)/,
    use: 'a guide with its section, contract <file>, decision <number>, RFC <number>',
  },
]

/** Verb + object: a name that ends in `Of` hides the verb (`listFactors`, not `factorsOf`); predicates such as `isVariantOf` have theirs. */
const functionNames: readonly Term[] = [
  {
    old: /\b(function (?!is|has|can)\w+Of\b|const (?!is|has|can|oneOf)[a-z]\w*Of = (async )?(\(|<))(?<!One\w*)/,
    use: 'verb + object: find…, list…, read…, to…',
  },
  {
    old: /\bfunction (about|added|answered|applied|asked|bought|changed|checked|chosen|confirmed|counted|covered|failed|filled|found|given|joined|kept|labelled|linked|listed|made|moved|named|offered|paid|planned|priced|refused|renewed|seen|sent|shown|signed|sold|sorted|stands|stored|used|written)\b/,
    use: 'verb + object',
  },
]

/** Frozen texts, addresses and names of earlier versions that still work, and this list. */
const exempt =
  /^(src\/kit\/db\/migrations\/|src\/kit\/db\/migrate\.test\.ts|src\/domains\/pages\/rules\/moved-paths|test\/upgrade\/|test\/pages\.test\.ts|docs\/(contract|images)\/|CHANGELOG\.md|tools\/words)/

const splitName = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((part) => part.toLowerCase())

/** Identifiers in camel case or with underscores; a single word may mean anything. */
const compoundNames = /\b[A-Za-z]+(?:[a-z0-9][A-Z][A-Za-z0-9]*|_[A-Za-z0-9_]+)\b/g

function findInName(name: string): Term[] {
  const parts = splitName(name)
  return replacedNameParts.filter(({ old }) => parts.some((part) => old.test(part)))
}

/** What is to be changed in one file: `path:line word → term to use`. Exempt files have none. */
export function findReplacedWords(path: string, text: string): string[] {
  if (exempt.test(path)) return []
  const inPath = findInName(path.replace(/\.\w+$/, '')).map(({ use }) => `${path}: name of the file → ${use}`)
  const isCode = /\.tsx?$/.test(path)
  const inText = text.split('\n').flatMap((line, index) => {
    const at = `${path}:${index + 1}`
    const terms = [...replacedTerms, ...(isCode ? [...citations, ...functionNames] : [])].flatMap(({ old, use }) => {
      const found = old.exec(line)
      return found ? [`${at} ${found[0]} → ${use}`] : []
    })
    const names = isCode
      ? (line.match(compoundNames) ?? [])
          .filter((name) => !name.startsWith('Icon'))
          .flatMap((name) => findInName(name).map(({ use }) => `${at} ${name} → ${use}`))
      : []
    return [...terms, ...names]
  })
  return [...inPath, ...inText]
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs|css|md)$/.test(entry.name) && !entry.name.endsWith('.gen.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

function main(): void {
  const root = resolve(import.meta.dirname, '..')
  const files = [
    ...['src', 'test', 'tools', 'docs'].flatMap((folder) => listFiles(root, folder)),
    'README.md',
    '.dependency-cruiser.cjs',
    'vite.config.ts',
    'vitest.config.ts',
  ]
  const findings = files.flatMap((path) => findReplacedWords(path, readFileSync(join(root, path), 'utf8')))
  for (const finding of findings) console.error(finding)
  process.exitCode = findings.length > 0 ? 1 : 0
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main()
