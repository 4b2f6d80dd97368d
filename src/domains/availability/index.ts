/** The calendar: sessions, series, time slots, seats and busy ranges. */
import { copySeries, onLocationsChanged, onServiceDeleted } from '#domains/services/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { isAboutCaller } from '#kit/api/own-work.ts'
import { availabilityDryRun } from './actions/dry-run.ts'
import { isAboutOwnEvent } from './actions/own-events.ts'
import { availabilityContract } from './contract.ts'
import { availabilityHandlers, catalogSearchHandlers, slotConfigHandlers, timeSlotsHandlers } from './handlers.ts'
import { copyRunningSeries, endServiceSessions, moveSessionLocations } from './public.ts'
import * as tables from './tables.ts'

export const availability: Domain = {
  name: 'availability',
  operations: bindOperations(availabilityContract, {
    availability: availabilityHandlers,
    timeSlots: timeSlotsHandlers,
    slotConfig: slotConfigHandlers,
    catalogSearch: catalogSearchHandlers,
  }),
  hooks: [
    bindHook(onServiceDeleted, endServiceSessions),
    bindHook(isAboutCaller, isAboutOwnEvent),
    bindHook(onLocationsChanged, moveSessionLocations),
    bindHook(copySeries, (ctx, { fromScheduleId, to }) => copyRunningSeries(ctx, fromScheduleId, to)),
  ],
  dryRun: availabilityDryRun,
  tables,
}
