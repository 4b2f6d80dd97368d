/** The head of a page, and its content for readers without JavaScript. */
import type { ReadContext } from '#kit/api/context.ts'
import { type Language, languages } from '#kit/pure/languages.ts'
import { buildHead, type PageHead } from '../rules/head.ts'
import { describeContent, readablePages, toMarkdownPath } from '../rules/page-content.ts'
import { renderHtml } from '../rules/render-content.ts'
import { pageTexts } from '../rules/texts.ts'
import { loadReadPage, type ReadPage } from './page-data.ts'

interface DescribedPage extends PageHead {
  siteName: string
  /** HTML of what the page says; absent where there is nothing for everyone to read. */
  content?: string
  /** Absolute address of the same as Markdown. */
  markdown?: string
}

/** Of a page that was found. Undefined before the first site is set up. */
export async function describePage(ctx: ReadContext, url: string): Promise<DescribedPage | undefined> {
  if (ctx.siteId === '') return undefined
  const read = await loadReadPage(ctx, url)
  const { page, site, path, language, requested } = read
  const head = buildHead(page, site, { path, language, requested, languages: Object.keys(languages) as Language[] })
  return { ...head, siteName: site.name, ...describeReadable(read) }
}

function describeReadable({ page, site, path, language }: ReadPage): Pick<DescribedPage, 'content' | 'markdown'> {
  const content = describeContent(page, site, language)
  if (!content) return {}
  const texts = pageTexts(language, site.name)
  const titles = { home: site.name, services: texts.services, schedule: texts.schedule, plans: texts.plans }
  const menu = readablePages.map((entry) => ({ title: titles[entry.title], url: `${site.origin}${entry.path}?lang=${language}` }))
  return { content: renderHtml(content, menu), markdown: `${site.origin}${toMarkdownPath(path)}?lang=${language}` }
}
