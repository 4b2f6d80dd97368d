/** Forms, what clients answered in them, and the files that they attached. Own operations of this product. Source: guide services-and-availability §12.3. */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { byLanguage, Guid, Maybe } from '#kit/api/wire.ts'

const Texts = (maxLength: number) => byLanguage(Type.String({ maxLength }))
const Target = Type.String({ pattern: '^[a-z][a-z0-9_]{0,59}$' })
export const FormFieldWire = Type.Object({
  target: Target,
  type: Type.Enum(['SHORT_TEXT', 'LONG_TEXT', 'NUMBER', 'CHOICE', 'CHOICES', 'DATE', 'PHONE', 'EMAIL', 'ADDRESS', 'FILE', 'CONSENT', 'SIGNATURE']),
  label: Texts(5000),
  help: Maybe(Texts(1000)),
  required: Type.Boolean(),
  options: Maybe(Type.Array(Type.Object({ value: Type.String({ minLength: 1, maxLength: 60 }), label: Texts(200) }), { maxItems: 50 })),
  minimum: Maybe(Type.Number()),
  maximum: Maybe(Type.Number()),
  showWhen: Maybe(Type.Object({ target: Target, values: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 50 }) })),
})
const fields = Type.Array(FormFieldWire, { maxItems: 60 })
const FormInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  fields,
  /** INTAKE: asked again after so many months; absent or null: once. */
  validityMonths: Maybe(Type.Integer({ minimum: 1, maximum: 120 })),
})
export type FormInput = Static<typeof FormInput>
const Kind = Type.Enum(['BOOKING', 'INTAKE'])
const Form = Type.Object({
  id: Guid,
  revision: Type.String(),
  kind: Kind,
  name: Type.String(),
  fields,
  validityMonths: Type.Union([Type.Integer(), Type.Null()]),
  archived: Type.Boolean(),
  /** The form of services that choose none. */
  default: Type.Boolean(),
})
export type FormWire = Static<typeof Form>
const FormInUse = Type.Object({
  ...Form.properties,
  uses: Type.Array(Type.Object({ kind: Type.Enum(['SERVICE', 'POLICY']), id: Guid, name: Type.String() })),
  /** How often it was sent. */
  submissions: Type.Integer(),
})
const FormSummary = Type.Object({
  id: Guid,
  fields: Type.Array(
    Type.Object({
      id: Guid,
      target: Type.String(),
      label: Type.String(),
      type: Type.Enum(['STRING', 'NUMBER', 'BOOLEAN', 'ARRAY', 'WIX_FILE', 'SIGNATURE', 'DATE', 'EMAIL', 'PHONE']),
      options: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
      deleted: Type.Boolean(),
      fields: Type.Array(Type.Object({})),
    }),
  ),
})
export type FormSummary = Static<typeof FormSummary>
/** An answer in words, as it was given. */
export const AnswerWire = Type.Object({
  label: Type.String(),
  value: Type.String(),
  /** FILE: to download by staff. */
  file: Type.Optional(Type.Object({ id: Guid, name: Type.String() })),
  /** SIGNATURE: the path of an SVG of 300 by 100 units. */
  drawing: Type.Optional(Type.String()),
  /** CONSENT and SIGNATURE: when, and by whom. */
  at: Type.Optional(Type.String()),
  by: Type.Optional(Type.String()),
})
export type AnswerWire = Static<typeof AnswerWire>
export const SubmissionWire = Type.Object({
  id: Guid,
  formId: Guid,
  formName: Type.String(),
  kind: Kind,
  bookingId: Type.Optional(Guid),
  createdDate: Type.String(),
  /** INTAKE: whether it still counts. */
  valid: Type.Optional(Type.Boolean()),
  answers: Type.Array(AnswerWire),
})
export type SubmissionWire = Static<typeof SubmissionWire>

const ById = Type.Object({ id: Guid })
const owner = { owner: 'any' } as const
const OneForm = Type.Object({ form: Form })

export const formsApi = operations({
  listForms: {
    method: 'GET',
    path: '/api/forms',
    summary: 'List forms with what uses them; the default form first',
    internal: true,
    work: 'read',
    access: owner,
    permission: 'FORMS.FORM_READ',
    reply: Type.Object({ forms: Type.Array(FormInUse) }),
    refuses: [],
  },
  getFormSummary: {
    method: 'GET',
    path: '/form-schema-service/v4/forms/{formId}/summary',
    summary: 'What a form asks, in the calls of the public platform: a booking form also for name, email and phone',
    work: 'read',
    access: { visitor: 'any', member: 'any', owner: 'any' },
    permission: 'FORMS.FORM_READ',
    params: Type.Object({ formId: Guid }),
    reply: Type.Object({ formSummary: FormSummary }),
    refuses: ['FORM_NOT_FOUND'],
  },
  createForm: {
    method: 'POST',
    path: '/api/forms',
    summary: 'Create a form',
    internal: true,
    access: owner,
    permission: 'FORMS.FORM_MANAGE',
    body: Type.Object({ kind: Kind, ...FormInput.properties }),
    reply: OneForm,
    refuses: ['TOO_MANY_FORMS'],
  },
  updateForm: {
    method: 'PUT',
    path: '/api/forms/{id}',
    summary: 'Change a form; what was answered stays as it was asked',
    internal: true,
    access: owner,
    permission: 'FORMS.FORM_MANAGE',
    params: ById,
    body: Type.Object({ revision: Type.String(), ...FormInput.properties }),
    reply: OneForm,
    refuses: ['FORM_NOT_FOUND', 'FORM_CHANGED'],
  },
  archiveForm: {
    method: 'POST',
    path: '/api/forms/{id}/archive',
    summary: 'Archive a form, or take it back: an archived form is no longer offered, what uses it keeps asking',
    internal: true,
    access: owner,
    permission: 'FORMS.FORM_MANAGE',
    params: ById,
    body: Type.Object({ archived: Type.Boolean() }),
    reply: OneForm,
    refuses: ['FORM_NOT_FOUND', 'DEFAULT_FORM_REQUIRED'],
  },
  cloneForm: {
    method: 'POST',
    path: '/api/forms/{id}/clone',
    summary: 'Copy a form with its fields',
    internal: true,
    access: owner,
    permission: 'FORMS.FORM_MANAGE',
    params: ById,
    reply: OneForm,
    refuses: ['FORM_NOT_FOUND', 'TOO_MANY_FORMS'],
  },
  deleteForm: {
    method: 'DELETE',
    path: '/api/forms/{id}',
    summary: 'Delete a form: its services use the default form, its policies ask for none; answers stay',
    internal: true,
    access: owner,
    permission: 'FORMS.FORM_MANAGE',
    params: ById,
    reply: Type.Object({}),
    refuses: ['FORM_NOT_FOUND', 'DEFAULT_FORM_REQUIRED'],
  },
  listSubmissions: {
    method: 'GET',
    path: '/api/form-submissions',
    summary: 'What a client answered, newest first',
    internal: true,
    work: 'read',
    access: owner,
    permission: 'FORMS.SUBMISSION_READ',
    query: Type.Object({ contactId: Type.Optional(Guid), bookingId: Type.Optional(Guid), offset: Type.Optional(Type.Integer({ minimum: 0 })) }),
    /** At most 20 from the offset on. */
    reply: Type.Object({ submissions: Type.Array(SubmissionWire), hasMore: Type.Boolean() }),
    refuses: [],
  },
  deleteSubmission: {
    method: 'DELETE',
    path: '/api/form-submissions/{id}',
    summary: 'Delete what was answered, with its files; an intake form is then asked again',
    internal: true,
    access: owner,
    permission: 'FORMS.SUBMISSION_DELETE',
    params: ById,
    reply: Type.Object({}),
    refuses: ['SUBMISSION_NOT_FOUND'],
  },
  uploadFormFile: {
    method: 'POST',
    path: '/api/form-files',
    summary: 'Upload a file for a form that is being filled in; it is deleted after a day unless the form is sent',
    internal: true,
    access: { visitor: 'any', member: 'any', owner: 'any' },
    permission: 'BOOKINGS.BOOKING_CREATE',
    rawBody: 'binary',
    maxBytes: 10_485_760,
    query: Type.Object({ formId: Guid, filename: Type.Optional(Type.String({ maxLength: 255 })) }),
    reply: Type.Object({ fileId: Guid, name: Type.String() }),
    refuses: ['FORM_NOT_FOUND', 'FORM_TAKES_NO_FILES', 'FORM_FILE_NOT_ACCEPTED', 'TOO_MANY_FORM_FILES'],
  },
  getFormFile: {
    method: 'GET',
    path: '/api/form-files/{id}',
    summary: 'Download a file that a client attached',
    internal: true,
    work: 'read',
    raw: true,
    access: owner,
    permission: 'FORMS.SUBMISSION_READ',
    params: ById,
    reply: Type.Unknown(),
    refuses: ['FORM_FILE_NOT_FOUND'],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const formsContract = { forms: formsApi }
