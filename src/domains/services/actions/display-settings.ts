/** How widgets of storefronts show bookings. Source: guide services-and-availability §12.5. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import type { DisplaySettings, SidePanelView, SidePanelViewInput } from '../contract/display-settings.ts'
import * as store from '../store/display-settings.ts'

interface WidgetInput {
  appId: string
  widgetType: store.Widget['widgetType']
  customWidgetKey?: string | null | undefined
}

/** A widget of another maker has a key, the others have none. */
function readWidget({ appId, widgetType, customWidgetKey }: WidgetInput, field: string): store.Widget {
  const key = customWidgetKey ?? ''
  if ((widgetType === 'CUSTOM') !== (key !== ''))
    assertNoViolations([
      key === ''
        ? { field, description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} }
        : { field, description: 'must be empty', violatedRule: 'MAX_LENGTH', data: { threshold: 0 } },
    ])
  return { appId: appId.toLowerCase(), widgetType, customWidgetKey: key }
}

const sections = ['price', 'location', 'assignedStaffMember', 'requestedStaffMemberMethod', 'resources', 'addOns'] as const
/** What was never set is shown; notes as a tooltip. */
function fillIn(view: SidePanelViewInput): SidePanelView {
  const shown = sections.map((name) => [name, { visible: view[name]?.visible ?? true }] as const)
  return {
    ...(Object.fromEntries(shown) as Omit<SidePanelView, 'notes'>),
    notes: { visible: view.notes?.visible ?? true, displayMode: view.notes?.displayMode ?? 'TOOLTIP' },
  }
}

function toWire({ appId, widgetType, customWidgetKey }: store.Widget, row: store.DisplaySettingsRow | undefined): DisplaySettings {
  const iso = (at: store.DisplaySettingsRow['createdAt']): string => at.toString({ fractionalSecondDigits: 3 })
  return {
    ...(row && { id: row.id, revision: String(row.revision), createdDate: iso(row.createdAt), updatedDate: iso(row.updatedAt) }),
    appId,
    widgetType,
    ...(customWidgetKey && { customWidgetKey }),
    ...(widgetType === 'SIDE_PANEL_VIEW' && { sidePanelView: fillIn((row?.sidePanelView ?? {}) as SidePanelViewInput) }),
    extendedFields: (row?.extendedFields ?? {}) as Record<string, unknown>,
  }
}

/** What a widget shows, with the defaults for what was never set. */
export async function getDisplaySettings(ctx: ReadContext, input: WidgetInput): Promise<DisplaySettings> {
  const widget = readWidget(input, 'customWidgetKey')
  return toWire(widget, await store.findDisplaySettings(ctx, widget))
}

/** Sets what is sent; a section that is not sent stays. */
export async function upsertDisplaySettings(
  ctx: TransactionContext,
  input: WidgetInput & { sidePanelView?: SidePanelViewInput | null | undefined; extendedFields?: Record<string, unknown> | null | undefined },
): Promise<DisplaySettings> {
  const widget = readWidget(input, 'bookingsDisplaySettings.customWidgetKey')
  const before = (await store.findDisplaySettings(ctx, widget))?.sidePanelView as SidePanelViewInput | undefined
  const { sidePanelView: view, extendedFields } = input
  if (!view && !extendedFields)
    assertNoViolations([{ field: 'bookingsDisplaySettings.sidePanelView', description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} }])
  const change = { ...(view && { sidePanelView: json({ ...before, ...view }) }), ...(extendedFields && { extendedFields: json(extendedFields) }) }
  return toWire(widget, await store.saveDisplaySettings(ctx, widget, change))
}

/** Refuses with NOT_FOUND. */
export async function deleteDisplaySettings(ctx: TransactionContext, id: string): Promise<void> {
  if (!(await store.deleteDisplaySettings(ctx, id))) refuseStandard('NOT_FOUND')
}
