/** How widgets of storefronts show bookings. Source: guide services-and-availability §12.5. */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { FreeObject, Guid, Maybe } from '#kit/api/wire.ts'

const WidgetType = Type.Enum(['SIDE_PANEL_VIEW', 'CUSTOM'])
const Section = Type.Object({ visible: Type.Boolean() })
const DisplayMode = Type.Enum(['TOOLTIP', 'INLINE'])
const SidePanelView = Type.Object({
  notes: Type.Object({ visible: Type.Boolean(), displayMode: DisplayMode }),
  price: Section,
  location: Section,
  assignedStaffMember: Section,
  requestedStaffMemberMethod: Section,
  resources: Section,
  addOns: Section,
})
export type SidePanelView = Static<typeof SidePanelView>
const SectionInput = Maybe(Type.Object({ visible: Maybe(Type.Boolean()) }))
const SidePanelViewInput = Type.Object({
  notes: Maybe(Type.Object({ visible: Maybe(Type.Boolean()), displayMode: Maybe(DisplayMode) })),
  price: SectionInput,
  location: SectionInput,
  assignedStaffMember: SectionInput,
  requestedStaffMemberMethod: SectionInput,
  resources: SectionInput,
  addOns: SectionInput,
})
export type SidePanelViewInput = Static<typeof SidePanelViewInput>

/** Without id, revision and dates while nothing is stored. */
export const DisplaySettings = Type.Object({
  id: Type.Optional(Guid),
  revision: Type.Optional(Type.String()),
  createdDate: Type.Optional(Type.String()),
  updatedDate: Type.Optional(Type.String()),
  appId: Guid,
  widgetType: WidgetType,
  customWidgetKey: Type.Optional(Type.String()),
  sidePanelView: Type.Optional(SidePanelView),
  extendedFields: Type.Optional(FreeObject),
})
export type DisplaySettings = Static<typeof DisplaySettings>

const WidgetKey = Maybe(Type.String({ maxLength: 90 }))
const ByWidget = Type.Object({ appId: Guid, widgetType: WidgetType })
const OneDisplaySettings = Type.Object({ bookingsDisplaySettings: DisplaySettings })
const owner = { owner: 'any' } as const

export const displaySettingsApi = operations({
  getBookingsDisplaySettings: {
    method: 'GET',
    path: '/v1/bookings-display-settings/app/{appId}/widget-type/{widgetType}',
    summary: 'How a widget shows bookings, with defaults for what was never set',
    access: owner,
    permission: 'bookings:display_settings:v1:bookings_display_settings:get_bookings_display_settings_by_widget',
    work: 'read',
    params: ByWidget,
    query: Type.Object({ customWidgetKey: WidgetKey }),
    reply: OneDisplaySettings,
    refuses: [],
  },
  upsertBookingsDisplaySettings: {
    method: 'POST',
    path: '/v1/bookings-display-settings/upsert/app/{appId}/widget-type/{widgetType}',
    summary: 'Set how a widget shows bookings',
    access: owner,
    permission: 'bookings:display_settings:v1:bookings_display_settings:upsert_bookings_display_settings',
    params: ByWidget,
    body: Type.Object({
      bookingsDisplaySettings: Type.Object({ customWidgetKey: WidgetKey, sidePanelView: Maybe(SidePanelViewInput), extendedFields: Maybe(FreeObject) }),
      fieldMask: Type.Optional(Type.Unknown()),
    }),
    reply: OneDisplaySettings,
    refuses: [],
  },
  deleteBookingsDisplaySettings: {
    method: 'DELETE',
    path: '/v1/bookings-display-settings/{bookingsDisplaySettingsId}',
    summary: 'Let a widget show bookings by the defaults again',
    access: owner,
    permission: 'bookings:display_settings:v1:bookings_display_settings:delete_bookings_display_settings',
    params: Type.Object({ bookingsDisplaySettingsId: Guid }),
    reply: Type.Object({}),
    refuses: [],
  },
})
