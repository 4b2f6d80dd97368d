/**
 * The build of the pages with the texts of one language in each file. A file that says something, or leads to one that does, is
 * written once for each language (`site-Hx3a.en.js`, `site-Hx3a.de.js`); the others stay as they are. The page begins with
 * `src/web/start.ts`, which decides and imports the entry of that language; what is preloaded follows the guess of the
 * server, which fills in `%language%`. Files of the dashboard alone are written in the languages that it speaks. In the head of the visitors' pages stands
 * `src/web/other-clock.ts`.
 */
import { join } from 'node:path'
import { build, type ESTree, type Plugin, type Rolldown } from 'vite'
import { dashboardLanguages, type Language, languages } from '../src/kit/pure/languages.ts'
import { SCREEN_FILES } from './screen-files.ts'

/** Marks the call after other names were made short: a name that no file declares is kept. */
const MARK = '__TEXTS__'
const LANGUAGES = Object.keys(languages) as Language[]
const SOURCE: Language = 'en'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk
/** A part of the text of a file, and what is written there instead. */
interface Replacement {
  start: number
  end: number
  text: string
}

const isNode = (value: unknown): value is ESTree.Node => typeof value === 'object' && value !== null && typeof (value as ESTree.Node).type === 'string'
/** All calls of the mark within. */
function listMarkedCalls(node: ESTree.Node): ESTree.CallExpression[] {
  const found = node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === MARK ? [node] : []
  const children = Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
  return [...found, ...children.flatMap(listMarkedCalls)]
}

/** Where the texts of each language stand in a marked call: `__TEXTS__({ title: 'Plans' }, { de: { title: 'Tarife' } })`. */
function findTexts(call: ESTree.CallExpression): Record<string, ESTree.Node> {
  const [source, others] = call.arguments
  if (!source || others?.type !== 'ObjectExpression') throw new Error('defineMessages() needs its texts in place, not by name.')
  const entries = others.properties.map((property): [string, ESTree.Node] => {
    if (property.type !== 'Property' || property.computed || property.key.type !== 'Identifier') throw new Error('A language of defineMessages() is a name.')
    return [property.key.name, property.value]
  })
  return { [SOURCE]: source, ...Object.fromEntries(entries) }
}

/** The code of a file with `{ de: { title: 'Tarife' } }` in place of the texts of all languages. */
export function keepLanguage(code: string, program: ESTree.Node, language: Language): string {
  const replacements = listMarkedCalls(program).map((call): Replacement => {
    const texts = findTexts(call)[language]
    if (!texts) throw new Error(`${code.slice(call.start, call.start + 120)} lacks ${language}.`)
    return { start: call.start, end: call.end, text: `({${language}:${code.slice(texts.start, texts.end)}})` }
  })
  let result = ''
  let position = 0
  for (const { start, end, text } of replacements.toSorted((a, b) => a.start - b.start)) {
    result += code.slice(position, start) + text
    position = end
  }
  return result + code.slice(position)
}

const inLanguage = (fileName: string, language: string): string => fileName.replace(/js$/, `${language}.js`)
/** Stands for the language that the server fills in. */
const LANGUAGE_OF_PAGE = '%language%'
/** Leads to the files of this language. `named`: the files that have one of each, without their folder. */
export const nameFiles = (code: string, named: ReadonlySet<string>, language: string): string =>
  code.replaceAll(/[\w~.-]+[.]js\b/g, (file) => (named.has(file) ? inLanguage(file, language) : file))

/** Files by what they lead to, at once or later. */
function collectLinked(chunks: ReadonlyMap<string, Chunk>, from: readonly string[], links: (name: string) => readonly string[]): Set<string> {
  const found = new Set<string>()
  const open = [...from]
  for (let name = open.pop(); name !== undefined; name = open.pop())
    if (chunks.has(name) && !found.has(name)) {
      found.add(name)
      open.push(...links(name))
    }
  return found
}

const baseName = (fileName: string): string => fileName.slice(fileName.lastIndexOf('/') + 1)

/** A script that is written into the page. */
async function buildScript(root: string, name: string, define: Record<string, string> = {}): Promise<string> {
  const output = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: join(root, name), output: { format: 'iife' } } },
  })
  const [file] = (output as Rolldown.RolldownOutput).output
  if (file.code.includes('</')) throw new Error('A script within a page must not end it.')
  return file.code.trim()
}

/** Script of the page that decides the language and begins the app in it. */
const buildStart = (root: string, entry: string, spoken: readonly Language[]): Promise<string> =>
  buildScript(root, 'start.ts', { ENTRY: JSON.stringify(`/${inLanguage(entry, '*')}`.split('*')), SPOKEN: JSON.stringify(spoken) })

/** The files that a page starts, the entry of its app last. */
const listScripts = (html: string): string[] => [...html.matchAll(/<script type="module"[^>]* src="\/([^"]+)"><\/script>/g)].map(([, name = '']) => name)

/** The files of a page are preloaded in the language that `%language%` is when it is sent; its script starts them. */
export const writeLinks = (html: string, hasTexts: ReadonlySet<string>): string =>
  html.replace(
    /<(?:script type="module"|link rel="modulepreload")([^>]*) (?:src|href)="\/([^"]+)">(?:<\/script>)?/g,
    (_tag, attributes: string, name: string) =>
      `<link rel="modulepreload"${attributes} href="/${hasTexts.has(name) ? inLanguage(name, LANGUAGE_OF_PAGE) : name}">`,
  )

/** `root`: the folder of the app; `visitors`: its pages that speak all languages; the others speak those of the dashboard. */
export function textsByLanguage({ root, visitors }: { root: string; visitors: readonly string[] }): Plugin[] {
  const mark: Plugin = {
    name: 'atrium-mark-texts',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { code: /define(Dashboard)?Messages\(/ },
      handler: (code, id) =>
        /[\\/]kit[\\/]messages[.]ts$/.test(id)
          ? undefined
          : { code: code.replaceAll(/\bdefine(Dashboard)?Messages\(/g, `/* @__PURE__ */ ${MARK}(`), map: null },
    },
  }
  const split: Plugin = {
    name: 'atrium-texts-by-language',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle: Bundle) {
        const chunks = new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
        const leadsTo = (name: string) => [...(chunks.get(name)?.imports ?? []), ...(chunks.get(name)?.dynamicImports ?? [])]
        const cameFrom = new Map<string, string[]>()
        for (const name of chunks.keys()) for (const next of leadsTo(name)) cameFrom.set(next, [...(cameFrom.get(next) ?? []), name])
        const speaking = [...chunks.values()].filter(({ code }) => code.includes(MARK)).map(({ fileName }) => fileName)
        const hasTexts = collectLinked(chunks, speaking, (name) => cameFrom.get(name) ?? [])
        const pages = Object.values(bundle).flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.html') ? [file] : []))
        const isForVisitors = ({ fileName }: { fileName: string }) => visitors.some((page) => page.endsWith(`/${fileName}`))
        const toVisitors = collectLinked(
          chunks,
          pages.filter(isForVisitors).flatMap(({ source }) => listScripts(String(source))),
          leadsTo,
        )
        const named = new Set([...hasTexts].map(baseName))
        for (const name of hasTexts) {
          const code = chunks.get(name)?.code ?? ''
          const program = this.parse(code)
          for (const language of toVisitors.has(name) ? LANGUAGES : dashboardLanguages)
            this.emitFile({ type: 'asset', fileName: inLanguage(name, language), source: nameFiles(keepLanguage(code, program, language), named, language) })
          delete bundle[name]
        }
        const screens = bundle[SCREEN_FILES]
        if (screens?.type === 'asset') screens.source = nameFiles(String(screens.source), named, LANGUAGE_OF_PAGE)
        const otherClock = await buildScript(root, 'other-clock.ts')
        for (const page of pages) {
          const html = String(page.source)
          const entry = listScripts(html).at(-1)
          if (!entry || !hasTexts.has(entry)) throw new Error(`${page.fileName} begins with a file that says nothing.`)
          const start = await buildStart(root, entry, isForVisitors(page) ? LANGUAGES : dashboardLanguages)
          const linked = writeLinks(html, hasTexts).replace('</body>', () => `  <script>${start}</script>\n  </body>`)
          page.source = isForVisitors(page) ? linked.replace('</head>', () => `  <script>${otherClock}</script>\n  </head>`) : linked
        }
      },
    },
  }
  // While developing, all texts are in one file, and the page decides in the same way.
  const develop: Plugin = {
    name: 'atrium-start',
    apply: 'serve',
    transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: '/start.ts' }, injectTo: 'head-prepend' }],
  }
  return [mark, split, develop]
}
