/** The forms that a booking asks for → actions. */
import { findForm, getBuiltInForm, type FormDefinition } from '#domains/forms/public.ts'
import { serviceById } from '#domains/services/public.ts'
import { findMemberById } from '#domains/members/public.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { findIntakeForm, isIntakeValid, listIntakeStates, submitIntake } from '../actions/booking/forms.ts'
import { runWithLinkLimits } from '../actions/links/link-limits.ts'
import { openLink } from '../actions/links/links.ts'
import type { bookingFormsApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { formatInstant } from '../wire.ts'

const formToWire = ({ id, name, fields }: FormDefinition) => ({ id, name, fields: [...fields] as never[] })

export const bookingFormsHandlers: Handlers<typeof bookingFormsApi> = {
  getFormsOfService: async (ctx, { params }) => {
    const service = (await serviceById(ctx, params.serviceId)) ?? refuse('SERVICE_NOT_FOUND')
    const form = (await findForm(ctx, service.formId)) ?? (await getBuiltInForm(ctx))
    const { timing, completionRequirement } = service.policy.intakeFormPolicy
    const intake = timing === 'BEFORE_BOOKING' ? await findIntakeForm(ctx, service.policy) : undefined
    const contactId = intake && ctx.caller.memberId ? (await findMemberById(ctx, ctx.caller.memberId))?.contactId : undefined
    const isDue = intake && !(contactId && (await isIntakeValid(ctx, contactId, intake.id)))
    return {
      form: formToWire(form),
      ...(isDue && { intake: { ...formToWire(intake), required: completionRequirement === 'REQUIRED_BEFORE_BOOKING' } }),
    }
  },
  getIntake: (ctx, { params }) =>
    runWithLinkLimits(ctx, params.token, async (inner) => {
      const booking = await openLink(inner, params.token, false)
      const { form, isDone } = (await listIntakeStates(inner, [booking])).get(booking.id) ?? refuse('NO_INTAKE_FORM')
      const { title, startAt, timeZone, contactDetails } = booking
      return {
        form: formToWire(form),
        isDone,
        booking: { title, startDate: formatInstant(startAt), timeZone, firstName: contactDetails.firstName ?? '' },
      }
    }),
  submitIntake: (ctx, { params, body }) =>
    runWithLinkLimits(ctx, params.token, async (inner) => {
      await submitIntake(inner, await openLink(inner, params.token, true), body.formSubmission)
      return {}
    }),
}
