/** Services that can be booked: classes, courses, appointments, their options and policies. */
import { listFormUses, onFormDeleted } from '#domains/forms/hooks.ts'
import { isResourceTypeUsed as isResourceTypeUsedHook, onResourcesRemoved } from '#domains/staff/hooks.ts'
import { findPictureUses } from '#domains/media/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { listUsesOfForms, releaseForm } from './actions/forms-in-use.ts'
import { servicesContract } from './contract.ts'
import { addOnsHandlers, bookingsSettingsHandlers, displaySettingsHandlers, optionsHandlers, servicesHandlers } from './handlers.ts'
import { isResourceTypeUsed, removeResources } from './public.ts'
import { showingPicture } from './store/services.ts'
import * as tables from './tables.ts'

export const services: Domain = {
  name: 'services',
  operations: bindOperations(servicesContract, {
    services: servicesHandlers,
    serviceOptions: optionsHandlers,
    addOns: addOnsHandlers,
    bookingsSettings: bookingsSettingsHandlers,
    displaySettings: displaySettingsHandlers,
  }),
  hooks: [
    bindHook(findPictureUses, (ctx, { mediaId }) => showingPicture(ctx, mediaId)),
    bindHook(onResourcesRemoved, (ctx, { resourceIds }) => removeResources(ctx, resourceIds)),
    bindHook(listFormUses, listUsesOfForms),
    bindHook(onFormDeleted, (ctx, { formId }) => releaseForm(ctx, formId)),
    bindHook(isResourceTypeUsedHook, (ctx, { typeId }) => isResourceTypeUsed(ctx, typeId)),
  ],
  tables,
}
