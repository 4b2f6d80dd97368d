/** Every event that a studio emits has the envelope of the public contract. Source: contract wire §7. */
import { expect, test } from 'vitest'
import { publicEventTypes } from '#kit/webhooks/public-types.ts'
import { startTestServer } from '../test-server.ts'

/** What stays inside the product. */
const inside =
  /^wix\.(calendar\.v3\.|bookings\.v2\.attendance_marked_as_not_attended$|members\.v1\.member_(approved|blocked|muted|unmuted|joined_community|left_community|content_reassignment_requested)$)/
const bodies: Record<string, string> = { created: 'createdEvent', updated: 'updatedEvent', deleted: 'deletedEvent' }

test('types are made of entity and slug, are known to the public, and carry the one body that belongs to them', async () => {
  const server = await startTestServer()
  try {
    const site = await server.createSite({ sample: true })
    const rows = await server.open.db.selectFrom('event').selectAll().where('siteId', '=', site.metaSiteId).execute()
    expect(rows.length).toBeGreaterThan(100)
    const wrong = rows.filter(({ type, entityFqdn, slug, payload }) => {
      const kinds = Object.keys(payload as object)
      const isKnown = publicEventTypes.includes(type) || inside.test(type)
      return type !== `${entityFqdn}_${slug}` || !isKnown || kinds.length !== 1 || kinds[0] !== (bodies[slug] ?? 'actionEvent')
    })
    expect([...new Set(wrong.map(({ type, entityFqdn, slug, payload }) => `${type}: ${entityFqdn} ${slug} ${Object.keys(payload as object).join()}`))]).toEqual(
      [],
    )
    // What the sample did is no news to its owner.
    const news = await server.ok('GET', '/api/dashboard/notifications', await server.signInAsOwner(site))
    expect([news.items.length, news.unread]).toEqual([50, 0])
  } finally {
    await server.close()
  }
})
