/** The manifest of the site as an app, and its icon. */
import { renderIcon } from '#domains/media/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { buildManifest, drawIcon, iconSizes } from '../rules/manifest.ts'
import { pageTexts } from '../rules/texts.ts'
import { createPictureCache } from './drawn-pictures.ts'

/** Refuses NOT_FOUND before the first site is set up. */
export async function getManifest(ctx: ReadContext): Promise<string> {
  if (ctx.siteId === '') return refuseStandard('NOT_FOUND')
  const { name, tagline, accent, language } = await getSite(ctx)
  const known = matchLanguage(language) ?? 'en'
  return JSON.stringify(buildManifest({ name, description: tagline || pageTexts(known, name).home, accent, language: known }))
}

const icons = createPictureCache(60)

/** PNG. Refuses NOT_FOUND before the first site is set up. */
export async function getIcon(ctx: ReadContext, size: keyof typeof iconSizes): Promise<Uint8Array> {
  if (ctx.siteId === '') return refuseStandard('NOT_FOUND')
  const { accent } = await getSite(ctx)
  return icons(`${accent} ${size}`, () => renderIcon(drawIcon(accent), iconSizes[size]))
}
