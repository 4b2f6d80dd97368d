/** What the media library knows of a picture, and which part of it a crop may be. Source: guide services-and-availability §12. */
import type { Language } from '#kit/pure/languages.ts'
import type { Region, Size } from './resize.ts'

/** What the picture shows, by language. */
export type AltTexts = Partial<Record<Language, string>>
/** Where its subject is, in percent from the left and the top. */
export interface FocalPoint {
  x: number
  y: number
}

/** Less would be a blur wherever a picture is shown. */
export const MIN_CROP_PIXELS = 40

/** Whether the region lies within the picture and is large enough to show. In pixels of the picture. */
export const isUsableRegion = ({ width, height }: Size, region: Region): boolean =>
  region.width >= Math.min(MIN_CROP_PIXELS, width) &&
  region.height >= Math.min(MIN_CROP_PIXELS, height) &&
  region.x >= 0 &&
  region.y >= 0 &&
  region.x + region.width <= width &&
  region.y + region.height <= height

/** The texts without those that say nothing. */
export const withoutEmptyTexts = (alt: AltTexts): AltTexts =>
  Object.fromEntries(Object.entries(alt).flatMap(([language, text]) => (text.trim() === '' ? [] : [[language, text.trim()]])))

/** The most pixels that are written as AVIF: it takes several times the processor time of WebP. */
const MAX_AVIF_PIXELS = 1_400_000

/** The format for a client, by its Accept header: AVIF for what says that it reads it, else WebP. */
export const chooseFormat = (accept: string | undefined, { width, height }: Size): 'avif' | 'webp' =>
  accept?.includes('image/avif') && width * height <= MAX_AVIF_PIXELS ? 'avif' : 'webp'
