/**
 * In which files the pages come: few for the first screen of each app and for the calendar, and none with what only another place needs. All else is split
 * by who uses it. Decided by the graph of imports, not by lists of files.
 */
import { basename, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** Packages that come through a list of all they have: of those a file takes what it names. */
const isList = (id: string) => /(@mantine[\\/](core|hooks|dates|schedule)[\\/]esm[\\/]index|tabler-icons-react)[.]mjs$/.test(id)
/** `useMediaQuery` stands in `use-media-query.mjs`, `Select` in `Select.mjs`. */
const toFileNames = (name: string) => [`${name}.mjs`, `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.mjs`]
/** The names in `import { Button, Select as Choice } from '…'`. */
export const listImportedNames = (code: string): string[] =>
  [...code.matchAll(/import\s*(?:\w+\s*,\s*)?\{([^}]*)\}\s*from/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(/\s+as\s+/)[0] ?? ''),
  )

/** What a module imports, of packages that are lists only the files of what it names. */
function listImports(graph: Graph, id: string): readonly string[] {
  const module = graph.getModuleInfo(id)
  if (!module) return []
  const files = new Set(listImportedNames(module.code ?? '').flatMap(toFileNames))
  return module.importedIds.flatMap((imported) =>
    isList(imported) ? (graph.getModuleInfo(imported)?.importedIds ?? []).filter((one) => files.has(basename(one))) : [imported],
  )
}

/** All modules that these files bring along, at once or, with `later`, also when something is opened. */
function collectReachable(graph: Graph, files: readonly string[], later: boolean): Set<string> {
  const found = new Set<string>()
  const open = [...files]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...listImports(graph, id), ...(later ? (graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) : []))
  }
  return found
}

/** What is open first: the public pages of the site, what all hosted pages share, and of the dashboard its frame with Today. */
const BEGINNINGS = {
  site: ['main.tsx'],
  hosted: ['hosted/main.tsx'],
  dashboard: ['dashboard/main.tsx', 'dashboard/shell.tsx', 'dashboard/today/screen.tsx'],
}
const CALENDAR = ['dashboard/calendar/screen.tsx']
const isOfCalendar = (id: string) => /dashboard[\\/]calendar[\\/]|@mantine[\\/]schedule|schedule-styles|node_modules[\\/]dayjs/.test(id)
const isStyle = (id: string) => /schedule-styles|[.]css$/.test(id)
const isPackage = (id: string) => id.includes('node_modules')

/** Which file a module belongs to; `pages` is the folder of the web apps. */
class PageFiles {
  #places: { name: string; first: Set<string>; ever: Set<string> }[] | undefined
  #calendar: Set<string> | undefined
  readonly #pages: string
  constructor(pages: string) {
    this.#pages = pages
  }
  #collect = (graph: Graph, files: readonly string[], later: boolean) =>
    collectReachable(
      graph,
      files.map((file) => join(this.#pages, file)),
      later,
    )
  #findPlaces(graph: Graph) {
    return (this.#places ??= Object.entries(BEGINNINGS).map(([name, files]) => ({
      name,
      first: this.#collect(graph, files, false),
      ever: this.#collect(graph, files, true),
    })))
  }
  #findUsers = (id: string, graph: Graph) => this.#findPlaces(graph).filter(({ ever }) => ever.has(id))
  #isFirst = (id: string, graph: Graph) => this.#findPlaces(graph).some(({ first }) => first.has(id))
  #isInCalendar = (id: string, graph: Graph) => (this.#calendar ??= this.#collect(graph, CALENDAR, false)).has(id)

  isOfDashboardAlone(id: string, graph: Graph): boolean {
    const users = this.#findUsers(id, graph)
    return users.length === 1 && users[0]?.name === 'dashboard'
  }
  /** Used by several apps, and by none of them at its beginning. */
  isShared = (id: string, graph: Graph): boolean => this.#findUsers(id, graph).length > 1 && !this.#isFirst(id, graph)
  /**
   * `site`, `hosted` and `dashboard` hold what one of them begins with and the others never need, `visitors` what one of the first two begins with and
   * the other, or the dashboard later, uses, `looks` the styles of these, which must never come to the dashboard, `base` what the dashboard begins
   * with, too, with the crumbs that its calendar shares with pages of visitors.
   */
  findPlace(id: string, graph: Graph): string | null {
    if (this.isShared(id, graph) && this.#isInCalendar(id, graph)) return 'base'
    // What a file uses of packages comes along with it.
    if (isPackage(id)) return null
    const [only, ...others] = this.#findPlaces(graph).filter(({ first }) => first.has(id))
    if (!only) return null
    if (others.length === 0 && this.#findUsers(id, graph).every((place) => place === only)) return only.name
    if ([only, ...others].some(({ name }) => name === 'dashboard')) return 'base'
    return isStyle(id) ? 'looks' : 'visitors'
  }
  /** `calendar` is what it shows first and no other screen, `controls` what others use as well; the styles of both come in one file. */
  findCalendarPart(id: string, graph: Graph): string | null {
    if (this.#isFirst(id, graph) || !this.#isInCalendar(id, graph) || !this.isOfDashboardAlone(id, graph)) return null
    return isOfCalendar(id) && !isStyle(id) ? 'calendar' : 'controls'
  }
}

/** Whether it is one of the files that each page of the dashboard begins with, or of the two that pages of all apps do. */
export const isFirstFile = (file: string): boolean => /(^|[/])(rolldown-runtime|vendor|base|dashboard)-/.test(file)

/** A shared file is named after nothing: with all who share it in its name, the lists of files that the first screen brings along would be long. */
export const nameChunk = ({ name }: { name: string }): string => `assets/${name.split('~')[0]}-[hash].js`

/** The groups of the build, in which a chunk takes what its files import along, unless one of higher priority has it already. */
export function groupFiles(pages: string) {
  const files = new PageFiles(pages)
  const chunk = (name: string, priority: number) => ({
    name: (id: string, graph: Graph) => (files.findPlace(id, graph) === name ? name : null),
    debugName: name,
    priority,
  })
  const calendarChunk = (name: string, priority: number) => ({
    name: (id: string, graph: Graph) => (files.findCalendarPart(id, graph) === name ? name : null),
    debugName: name,
    priority,
  })
  return [
    // What never changes between releases: React, router, queries; without the part of the router that keeps unsaved forms open.
    { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/](?!.*useBlocker)/, priority: 4 },
    chunk('base', 3),
    chunk('looks', 2.5),
    chunk('visitors', 2),
    ...Object.keys(BEGINNINGS).map((name) => chunk(name, 1)),
    calendarChunk('controls', 0.8),
    calendarChunk('calendar', 0.7),
    // What a screen of the dashboard shares with a page of another app stays apart; what many screens share comes in two files, not in fifty.
    { name: (id: string, graph: Graph) => (files.isShared(id, graph) ? 'shared' : null), debugName: 'shared', entriesAware: true, priority: 0.5 },
    {
      name: (id: string, graph: Graph) => (files.isOfDashboardAlone(id, graph) ? (isPackage(id) ? 'widgets' : 'parts') : null),
      debugName: 'widgets and parts',
      minShareCount: 6,
      priority: 0,
    },
  ]
}

/** A file of one place that needed the other's would start the other app in its page: such a build is no build. */
export function apart({ pages }: { pages: string }): Plugin {
  return {
    name: 'atrium-apart',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const home = (file: string) => chunks.find(({ moduleIds }) => moduleIds.includes(join(pages, file)))?.fileName ?? ''
      const homes = ['main.tsx', 'hosted/main.tsx', 'dashboard/main.tsx'].map(home)
      for (const [from, to] of homes.flatMap((one) => homes.filter((other) => other !== one).map((other) => [one, other] as const))) {
        const found = new Set<string>()
        const open = [from]
        for (let name = open.pop(); name !== undefined; name = open.pop()) {
          const chunk = found.has(name) ? undefined : chunks.find(({ fileName }) => fileName === name)
          found.add(name)
          if (chunk) open.push(...chunk.imports, ...chunk.dynamicImports)
        }
        if (!from || !to || found.has(to)) this.error(`The apps are not apart: ${from} leads to ${to}.`)
      }
    },
  }
}
