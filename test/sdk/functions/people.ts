/** Functions of @wix/bookings about people, rooms and their calendars. */
import { randomUUID } from 'node:crypto'
import { createCalendarCalls } from '#kit/calendars/calls.ts'
import { configureCalendarCalls } from '#domains/connected-calendars/public.ts'
import { describe, expect, test } from 'vitest'
import { startCalendarServer, toCalendarFile, toOAuthApps } from '../../calendar-server.ts'
import { getRefusal } from './recorder.ts'
import type { Suite } from './suite.ts'

const APP = '13d21c63-b5ec-5912-8397-c3a5ddb27a97'
const tag = (id: string) => ({ privateTags: { tagIds: [id] } })

export function testPeople(suite: () => Suite): void {
  const api = () => suite().owner.bookings

  test('rooms and kinds of rooms are made, changed, found, counted and deleted, one and many', async () => {
    const { resources, resourceTypes: types } = api()
    const type = await types.createResourceType({ name: 'Room' })
    const typeId = type._id as string
    expect((await types.updateResourceType(typeId, { name: 'Large room', revision: type.revision ?? null })).name).toBe('Large room')
    expect((await types.getResourceType(typeId)).name).toBe('Large room')
    expect((await types.queryResourceTypes().eq('name', 'Large room').find()).items).toMatchObject([{ _id: typeId }])
    expect((await types.countResourceTypes()).count).toBeGreaterThan(0)
    const room = await resources.createResource({ name: 'Blue room', typeId } as never)
    const id = room._id as string
    expect((await resources.updateResource(id, { name: 'Green room', revision: room.revision ?? null })).name).toBe('Green room')
    expect((await resources.getResource(id)).name).toBe('Green room')
    const many = await resources.bulkCreateResources([{ name: 'Red room', typeId }] as never, { returnEntity: true })
    const red = many.results?.[0]?.item
    const changed = await resources.bulkUpdateResources([{ resource: { _id: red?._id, revision: red?.revision, name: 'Pink room' } as never }], {
      returnEntity: true,
    })
    expect(changed.results?.[0]?.item?.name).toBe('Pink room')
    expect((await resources.queryResources().eq('name', 'Pink room').find()).items).toMatchObject([{ _id: red?._id }])
    expect((await resources.searchResources({ search: { expression: 'Pink' } } as never)).resources).toMatchObject([{ _id: red?._id }])
    expect((await resources.countResources({ filter: { name: 'Pink room' } })).count).toBe(1)
    expect((await resources.bulkDeleteResources([red?._id as string])).bulkActionMetadata?.totalSuccesses).toBe(1)
    await resources.deleteResource(id)
    expect(await getRefusal(resources.getResource(id))).toBe('NOT_FOUND')
    await types.deleteResourceType(typeId)
    expect(await getRefusal(types.getResourceType(typeId))).toBe('NOT_FOUND')
  })

  describe('staff members', () => {
    test('are made, found, given hours, a user and labels, deleted and forgotten', async () => {
      const { staffMembers: staff, staffMemberSettings: settings } = api()
      const made = await staff.createStaffMember({ name: 'Gina', email: 'gina@example.org' }, { fields: ['RESOURCE_DETAILS'] })
      const id = made._id as string
      const own = made.resource?.eventsSchedule?._id as string
      expect((await staff.updateStaffMember(id, { name: 'Gina L.', revision: made.revision ?? null })).name).toBe('Gina L.')
      expect((await staff.getStaffMember(id)).name).toBe('Gina L.')
      expect((await staff.assignWorkingHoursSchedule(id, own)).staffMember?._id).toBe(id)
      expect((await staff.assignCustomSchedule(id, own)).staffMember?._id).toBe(id)
      expect((await staff.setServiceProvider(id, true)).staffMember?._id).toBe(id)
      await staff.connectStaffMemberToUser(id, { email: suite().site.ownerEmail })
      const { ownerUserId } = suite().site
      const hidden = staff as unknown as Record<
        'getOrCreateStaffMember' | 'bulkGetOrCreateStaffMembers',
        (id: unknown) => Promise<{ staffMember?: { _id: string } }>
      >
      expect((await hidden.getOrCreateStaffMember(ownerUserId)).staffMember?._id).toBe(id)
      await hidden.bulkGetOrCreateStaffMembers([ownerUserId])
      await staff.disconnectStaffMemberFromUser(id)
      const label = randomUUID()
      expect((await staff.bulkUpdateStaffMemberTags([id], { assignTags: tag(label) })).bulkActionMetadata?.totalSuccesses).toBe(1)
      await staff.bulkUpdateStaffMemberTagsByFilter({ name: 'Gina L.' }, { unassignTags: tag(label) })
      expect((await staff.queryStaffMembers().eq('name', 'Gina L.').find()).items).toMatchObject([{ _id: id }])
      expect((await staff.queryStaffMembersV2({ query: { filter: { name: 'Gina L.' } } } as never)).staffMembers).toMatchObject([{ _id: id }])
      for (const search of [staff.searchStaffMembers, staff.searchStaffMembersV2])
        expect((await search({ search: { expression: 'Gina' } } as never)).staffMembers).toMatchObject([{ _id: id }])
      for (const count of [staff.countStaffMembers, staff.countStaffMembersV2]) expect((await count({ filter: { name: 'Gina L.' } })).count).toBe(1)
      await staff.deleteStaffMember(id)
      expect((await staff.listDeletedStaffMembers({})).staffMembers?.map(({ _id }) => _id)).toContain(id)
      expect((await staff.getDeletedStaffMember(id)).staffMember?._id).toBe(id)
      await staff.removeStaffMemberFromTrashBin(id)
      expect(await getRefusal(staff.getDeletedStaffMember(id))).toBe('NOT_FOUND')
      const shown = await settings.getStaffMemberSettings()
      expect(
        (await settings.updateStaffMemberSettings({ ...shown, contactInformation: { publiclyAccessible: true } } as never)).contactInformation,
      ).toMatchObject({ publiclyAccessible: true })
    })

    test('connect calendars that they keep elsewhere', async () => {
      const other = await startCalendarServer()
      const calls = createCalendarCalls({ GOOGLE: toOAuthApps(other).GOOGLE })
      // The provider's own address is on the internet: the stand-in answers for it.
      configureCalendarCalls({ ...calls, open: (account) => calls.open(account.provider === 'CALDAV' ? { ...account, url: `${other.origin}/dav/` } : account) })
      try {
        await connectCalendars(suite(), other)
      } finally {
        await other.close()
      }
    })
  })

  test('how times are laid out is read and changed', async () => {
    const { timeSlotsConfiguration: api2 } = api()
    const { timeSlotsConfiguration: now } = await api2.getTimeSlotsConfigurationByAppId(APP)
    const id = now?._id as string
    expect((await api2.getTimeSlotsConfiguration(id))._id).toBe(id)
    expect((await api2.queryTimeSlotsConfigurations().find()).items.map(({ _id }) => _id)).toEqual([id])
    const interval = { sameAsDuration: false, valueInMinutes: 30 }
    expect((await api2.updateTimeSlotsConfiguration(id, { splitInterval: interval, revision: now?.revision ?? null } as never)).splitInterval).toMatchObject({
      valueInMinutes: 30,
    })
    expect(await getRefusal(api2.updateTimeSlotsConfiguration(id, { splitInterval: interval, revision: '99' } as never))).toBe('REVISION_MISMATCH')
  })
}

async function connectCalendars({ owner, server, site }: Suite, other: Awaited<ReturnType<typeof startCalendarServer>>): Promise<void> {
  const { externalCalendars: calendars, staffMembers: staff } = owner.bookings
  const person = await staff.createStaffMember({ name: 'Cleo' }, { fields: ['RESOURCE_DETAILS'] })
  const scheduleId = person.resource?.eventsSchedule?._id as string
  const { providers } = await calendars.listProviders()
  const getProviderId = (name: string) => providers?.find((one) => one.name === name)?._id as string
  expect((await calendars.connectByOAuth(getProviderId('Google Calendar'), scheduleId, 'https://studio.example/back')).oauthUrl).toContain('/consent')
  const caldav = await calendars.connectByCredentials(getProviderId('Fastmail'), scheduleId, other.user, other.password)
  const id = caldav.connection?._id as string
  other.links.set('/cleo.ics', toCalendarFile('DTSTART:20270510T080000Z\nDTEND:20270510T090000Z\nSUMMARY:Dentist'))
  await server.ok('POST', '/api/calendar-links', { as: site, body: { staffId: person._id, url: `${other.origin}/cleo.ics`, label: 'Private' } })
  await server.advanceClock('PT1M')
  expect((await calendars.listConnections({ scheduleIds: [scheduleId] })).connections?.length).toBe(2)
  expect((await calendars.getConnection(id)).connection?._id).toBe(id)
  expect((await calendars.listCalendars(id)).calendars?.length).toBeGreaterThan(0)
  await calendars.updateSyncConfig(id, { listEventFromCalendars: { primary: true } } as never)
  expect((await calendars.listEvents({ from: '2027-05-01T00:00:00Z', to: '2027-06-01T00:00:00Z', scheduleIds: [scheduleId] } as never)).events?.length).toBe(1)
  await calendars.disconnect(id)
  expect(await getRefusal(calendars.disconnect(id))).toBe('CONNECTION_ALREADY_DISCONNECTED')
}
