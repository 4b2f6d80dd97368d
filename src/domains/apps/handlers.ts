import { assertPlansEnabled } from '#domains/plans/public.ts'
import { getSetting } from '#domains/site/public.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { stableId } from '#kit/api/stable-id.ts'
import type { appsApi } from './contract.ts'
import { installedApps, isInstalledApp } from './rules/apps.ts'

const toWire = (siteId: string, appDefId: string, enabled: boolean) => ({ id: stableId(siteId, `app:${appDefId}`), appDefId, enabled, status: 'UNKNOWN' })

const notOffered = {
  message: 'This app is not part of this server. Bookings, pricing plans and members are.',
  de: 'Diese App gehört nicht zu diesem Server. Buchungen, Tarife und Mitglieder gehören dazu.',
  fr: 'Cette application ne fait pas partie de ce serveur. Les réservations, les formules et les membres en font partie.',
  es: 'Esta aplicación no forma parte de este servidor. Las reservas, los planes y los miembros sí.',
}

export const appsHandlers: Handlers<typeof appsApi> = {
  /** decision: nothing is switched on. Where the owner has plans switched off, they stay off, and the refusal says so. */
  async installApp(ctx, { body: { tenant, appInstance } }) {
    const appDefId = appInstance.appDefId.toLowerCase()
    if (tenant.id.toLowerCase() !== ctx.siteId) refuseStandard('PERMISSION_DENIED')
    if (!isInstalledApp(appDefId)) refuseStandard('NOT_OFFERED', { appDefId }, notOffered)
    assertNoViolations(
      appInstance.enabled === false
        ? [{ field: 'appInstance.enabled', description: 'must be true: this app is always there', violatedRule: 'VALIDATION', data: {} }]
        : [],
    )
    if (appDefId === installedApps.pricingPlans) await assertPlansEnabled(ctx)
    return { appInstance: toWire(ctx.siteId, appDefId, true) }
  },
  async listApps(ctx) {
    const hasPlans = await getSetting(ctx, 'plans.enabled')
    return { appInstances: Object.values(installedApps).map((id) => toWire(ctx.siteId, id, id !== installedApps.pricingPlans || hasPlans)) }
  },
}
