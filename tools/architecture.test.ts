import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/architecture.md', 'utf8')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => existsSync(file))
const code = files
  .filter((file) => /^(src|test|tools|[.]dependency)/.test(file) && /[.](ts|tsx|mjs|cjs)$/.test(file) && file !== 'tools/architecture.test.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
/** What stands in a comment alone is no code. */
const listWords = (text: string) => new Set(text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '').match(/[\w-]+/g))
const words = listWords(code)

const fences = [...page.matchAll(/```\w*\n([\s\S]*?)```/g)].map((match) => match[1] ?? '')
const prose = page.replaceAll(/```[\s\S]*?```/g, '')
const quoted = [...prose.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')

/** Whether a path of the page, from the root or within any folder of the code, is there; `<name>` stands for any name. */
function isThere(path: string): boolean {
  const pattern = new RegExp(
    `(^|/)${path
      .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/<\w+>/g, '[^/]+')
      .replaceAll(String.raw`\*`, '[^/]*')}${path.endsWith('/') ? '' : '($|/)'}`,
  )
  return files.some((file) => pattern.test(file))
}
const isPath = (text: string) =>
  /^[\w./<>*-]+$/.test(text) && (/[.](ts|md|json|sql|tsx)$/.test(text) || text.endsWith('/') || /^(src|test|tools|docs)\//.test(text))

test('every path on the page of the architecture is there', () => {
  const tree = fences[0] ?? ''
  const inTree = [...tree.matchAll(/[\w.-]+(?:\/(?:<\w+>\/)?|[.](?:ts|sql)\b)/g)].map((match) => match[0])
  expect(inTree.length).toBeGreaterThan(25)
  const linked = [...page.matchAll(/\]\(([\w./-]+)\)/g)].map((match) => `docs/${match[1]}`)
  expect([...quoted.filter(isPath), ...inTree, ...linked].filter((path) => !isThere(path))).toEqual([])
})

test('every name on the page of the architecture is in the code', () => {
  const names = quoted
    .filter((text) => !isPath(text))
    .flatMap((text) => text.match(/[A-Za-z][\w-]*[\w]/g) ?? [])
    .filter((name) => !['npm', 'run', 'Source', 'guide', 'isX', 'hasX', 'canX', 'findX', 'getX', 'if', 'where'].includes(name))
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name) => !words.has(name))).toEqual([])
})

test('the operation on the page of the architecture is one of ours', () => {
  const [path] = (fences[1] ?? '').match(/'\/v1[^']+'/) ?? []
  expect(path && code.includes(path)).toBe(true)
})

test('the page of the architecture fits on three screens', () => {
  expect(page.split('\n').length).toBeLessThan(190)
})

/** Names in backticks that look like code: camelCase, PascalCase or followed by a parenthesis. Words of SQL, HTTP and the wire do not. */
const codeNames = (text: string) => [...text.matchAll(/`([A-Za-z]\w*)(?:\(\))?`/g)].map((match) => match[1] ?? '').filter((name) => /[a-z][A-Z]/.test(name))

const findMissingNames = (text: string, known: ReadonlySet<string>) => codeNames(text).filter((name) => !known.has(name))

test('every name of code in the READMEs and the pages for contributors is in the code', () => {
  const pages = files.filter((file) => /^((src|test|tools)\/(.*\/)?|docs\/decisions\/)?README[.]md$|^docs\/(contributors|glossary)[.]md$/.test(file))
  expect(pages.length).toBeGreaterThan(35)
  expect(pages.flatMap((file) => findMissingNames(readFileSync(file, 'utf8'), words).map((name) => `${file}: ${name}`))).toEqual([])
})

test('a name or a path that is gone is found', () => {
  const known = listWords('/** As once deliverNote did. */\nexport const sendEmail = () => {} // sendMail')
  expect(findMissingNames('`sendEmail()` took over from `deliverNote` and `sendMail`.', known)).toEqual(['deliverNote', 'sendMail'])
  expect(['src/kit/api/mount.ts', 'api/mount.ts', 'src/kit/api/', 'src/domains/<name>/index.ts'].filter((path) => !isThere(path))).toEqual([])
  expect(['src/kit/api/mount.t', 'src/kit/api/mounted.ts', 'src/kit/apis/', 'src/domains/<name>/indices.ts'].filter(isThere)).toEqual([])
})

test('the table of where things are names a file and, in it, the function', () => {
  const text = readFileSync('src/kit/README.md', 'utf8')
  const rows = text
    .slice(text.indexOf('## Where is'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| what'))
  expect(rows.length).toBeGreaterThan(5)
  const wrong = rows.flatMap((row) => {
    const [, what = '', where = ''] = row.split('|')
    const quotes = [...where.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
    const named = quotes.filter((quote) => /[.](ts|tsx)$/.test(quote))
    const sources = files.filter((file) => named.some((path) => file === path || file === `src/kit/${path}` || file.endsWith(`/${path}`)))
    const texts = sources.map((file) => readFileSync(file, 'utf8'))
    const isDeclared = (name: string) => texts.some((source) => new RegExp(`\\b${name}\\b`).test(source))
    const symbols = quotes.filter((quote) => /^[a-z]+[A-Z]\w*$/.test(quote))
    return [
      ...(named.length === 0 ? [`${what}: no file`] : []),
      ...symbols.filter((name) => !isDeclared(name)).map((name) => `${what}: ${name} is in none of ${named.join(', ')}`),
    ]
  })
  expect(wrong).toEqual([])
})

/** Folders with code of their own. */
const folders = [...new Set(files.filter((file) => /^src\/.*[.]tsx?$/.test(file)).map((file) => file.slice(0, file.lastIndexOf('/'))))].toSorted()

test('every folder of the code has a README or is described by one above it', () => {
  const undescribed = folders.filter((folder) => {
    if (files.includes(`${folder}/README.md`)) return false
    const parts = folder.split('/')
    const above = parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join('/'))
    const texts = [...above.map((parent) => `${parent}/README.md`).filter((file) => files.includes(file)), 'docs/architecture.md'].map((file) =>
      readFileSync(file, 'utf8'),
    )
    const name = parts.at(-1)
    return !texts.some((text) => new RegExp(`[\\s\`/]${name}/`).test(text))
  })
  expect(undescribed).toEqual([])
})

test('every path in the other pages for contributors is there', () => {
  const pages = files.filter((file) => /^(docs\/(contributors|glossary|decisions\/.*)|(src|test|tools)\/.*README)[.]?(md)?/.test(file) && file.endsWith('.md'))
  expect(pages.length).toBeGreaterThan(40)
  const made = /^(dist|test-results)\/|NNNN|^\/|^[.][.]\//
  const missing = pages.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(/```[\s\S]*?```/g, '')
    const paths = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '').filter((path) => isPath(path) && !made.test(path))
    return paths.filter((path) => !isThere(path)).map((path) => `${file}: ${path}`)
  })
  expect(missing).toEqual([])
})

/** Files right in a folder, without their tests. */
const filesIn = (folder: string, pattern: RegExp) =>
  files
    .filter((file) => file.startsWith(`${folder}/`) && !file.slice(folder.length + 1).includes('/') && pattern.test(file))
    .map((file) => file.split('/').at(-1) ?? '')
const getReadme = (folder: string) => readFileSync(`${folder}/README.md`, 'utf8')

test('the README of the web’s kit lists every file, that of the browser tests every file of tests', () => {
  const components = filesIn('src/web/kit', /(?<![.]test)[.]tsx?$/)
  expect(components.length).toBeGreaterThan(20)
  expect(components.filter((name) => !getReadme('src/web/kit').includes(`\`${name}\``))).toEqual([])
  const page = getReadme('test/browser')
  const suites = filesIn('test/browser', /[.]test[.]ts$/).map((name) => name.replace('.test.ts', ''))
  expect(suites.length).toBeGreaterThan(25)
  expect(suites.filter((name) => !page.includes(`\`${name}`) && !page.includes(`\`${name.split('-')[0]}-*\``))).toEqual([])
})

test.each(['src/kit', 'src/web', 'src/web/dashboard'])('the README of %s lists every folder in it', (folder) => {
  const names = new Set(
    files
      .filter((file) => file.startsWith(`${folder}/`))
      .flatMap((file) =>
        file
          .slice(folder.length + 1)
          .split('/')
          .slice(0, -1)
          .slice(0, 1),
      ),
  )
  expect(names.size).toBeGreaterThan(5)
  expect([...names].filter((name) => !getReadme(folder).includes(`${name}/\``))).toEqual([])
})

test('every folder of a domain is listed in domains.ts', () => {
  const listed = [...readFileSync('src/domains.ts', 'utf8').matchAll(/^import \{ \w+ \} from '#domains\/([\w-]+)\/index[.]ts'/gm)].map(
    (match) => match[1] ?? '',
  )
  const folders = files.flatMap((file) => /^src\/domains\/([\w-]+)\/index[.]ts$/.exec(file)?.[1] ?? [])
  expect(listed.toSorted()).toEqual(folders.toSorted())
})
