/** The pages of the site as Markdown, and the guide to them for language models. */
import type { ReadContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { getSite } from '#domains/site/public.ts'
import { describeContent, describeGuide } from '../rules/page-content.ts'
import { renderMarkdown } from '../rules/render-content.ts'
import { loadReadPage, loadServices, loadSite } from './page-data.ts'
import { resolvePage } from './resolve-page.ts'

/** The Markdown twin of a page. `path` has no query. Refuses NOT_FOUND for pages that are not there, have moved, or are not for everyone. */
export async function getMarkdownPage(ctx: ReadContext, path: string, lang: string | undefined): Promise<string> {
  if (ctx.siteId === '' || (await resolvePage(ctx, path)).status !== 200) return refuseStandard('NOT_FOUND')
  const { page, site, language } = await loadReadPage(ctx, lang ? `${path}?lang=${lang}` : path)
  const content = describeContent(page, site, language)
  return content ? renderMarkdown(content) : refuseStandard('NOT_FOUND')
}

/** `/llms.txt`, in the language of the site. Refuses NOT_FOUND before the first site is set up. Source: llmstxt.org. */
export async function getGuide(ctx: ReadContext): Promise<string> {
  if (ctx.siteId === '') return refuseStandard('NOT_FOUND')
  const language = matchLanguage((await getSite(ctx)).language) ?? 'en'
  return renderMarkdown(describeGuide(await loadServices(ctx), await loadSite(ctx), language))
}
