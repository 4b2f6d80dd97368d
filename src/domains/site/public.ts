/** What other domains use of site. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { type Language, matchLanguage } from '#kit/pure/languages.ts'
import { defaultSettings, type SiteSettings } from './rules/settings.ts'
import * as store from './store.ts'

/** The site of this context. */
export const getSite = async (ctx: ReadContext): Promise<store.Site> =>
  // Before setup no host name belongs to a site.
  (ctx.siteId === '' ? undefined : await ctx.cache(['site'], 'site', () => store.findSiteById(ctx, ctx.siteId))) ?? refuseStandard('NOT_FOUND')

/** The language of the site, in which the server names things and writes for it; English where it speaks another than the product. */
export const getSiteLanguage = async (ctx: ReadContext): Promise<Language> => matchLanguage((await getSite(ctx)).language) ?? 'en'

/** A setting, or its default. */
export const getSetting = async <K extends keyof SiteSettings>(ctx: ReadContext, key: K): Promise<SiteSettings[K]> =>
  (await store.readSetting(ctx, key)) ?? defaultSettings[key]

/** Stores a setting that its caller has validated. */
export const changeSetting = async <K extends keyof SiteSettings>(ctx: TransactionContext, key: K, value: SiteSettings[K]): Promise<void> =>
  void (await store.writeSetting(ctx, key, value))

/** Creates the row of a new site; `ctx.siteId` must be the new id. */
export const createSite = async (ctx: TransactionContext, site: store.Site): Promise<void> => void (await store.insertSite(ctx, site))

const CHANGEABLE_FIELDS = ['name', 'timeZone', 'currency', 'language', 'weekStartsOn', 'tagline', 'accent'] as const
type SiteChange = Partial<Pick<store.Site, (typeof CHANGEABLE_FIELDS)[number]>>

/** Takes only changeable fields, whatever else the request contains: never the account of the site. */
export const changeSite = async (ctx: TransactionContext, change: { [K in keyof SiteChange]: SiteChange[K] | undefined }): Promise<void> =>
  void (await store.updateSite(ctx, Object.fromEntries(CHANGEABLE_FIELDS.flatMap((key) => (change[key] === undefined ? [] : [[key, change[key]]])))))

export { changeAddresses, type AddressChange } from './actions/change-addresses.ts'
export { approveAddress, checkAddress, findHostCheckAnswer, HOST_CHECK_PATH } from './actions/check-address.ts'
export { assertRoom, changeSiteLimits, getSiteLimits } from './actions/limits.ts'
export type { SiteLimits, SiteLimitsChange } from './rules/limits.ts'
export { createAddressBook, type AddressBook } from './address-book.ts'
export { type ServerAddress, type SiteOrigins } from './rules/address.ts'
export {
  listAddresses,
  copySite,
  deleteSiteCopy,
  findOriginalSite,
  findSiteById,
  listOldestSites,
  listSites,
  readSiteSetting,
  readStoredSetting,
  writeStoredSetting,
  type Site,
} from './store.ts'
export type { SiteSettings } from './rules/settings.ts'
