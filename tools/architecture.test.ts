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
const words = new Set(code.match(/[\w-]+/g))

const fences = [...page.matchAll(/```\w*\n([\s\S]*?)```/g)].map((match) => match[1] ?? '')
const prose = page.replaceAll(/```[\s\S]*?```/g, '')
const quoted = [...prose.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')

/** Whether a path of the page, from the root or within any folder of the code, is there; `<name>` stands for any name. */
function isThere(path: string): boolean {
  const pattern = new RegExp(
    `(^|/)${path
      .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/<\w+>/g, '[^/]+')
      .replaceAll(String.raw`\*`, '[^/]*')}`,
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
