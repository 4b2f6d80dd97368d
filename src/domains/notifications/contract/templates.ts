/** Emails in the words of the business: what can be edited, previewed and tested. Source: guide bookings §20.4. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { SupportedLanguage } from '#kit/api/wire.ts'

const Text = Type.String()
const owner = { owner: 'any' } as const
const read = { access: owner, permission: 'MEMBERS.MEMBER_READ', internal: true, work: 'read' } as const
const change = { access: owner, permission: 'SITES.MANAGE_MESSAGES', internal: true } as const
const Named = Type.Object({ template: Type.String({ minLength: 1, maxLength: 60 }), language: SupportedLanguage })

/** `{{name}}` stands for a variable, `[[ ]]` around words that need all variables among them; paragraphs are separated by an empty line. */
const Wording = Type.Object({
  subject: Type.String({ minLength: 1, maxLength: 200 }),
  body: Type.String({ minLength: 1, maxLength: 10_000 }),
  /** Empty: the label that the template has. */
  button: Type.String({ maxLength: 60 }),
})
const WordingWithExample = Type.Object({
  ...Wording.properties,
  /** An email of the outbox whose values fill the text; without it values are made up. */
  exampleId: Type.Optional(Type.String({ format: 'uuid' })),
})
export type EmailWordingInput = Type.Static<typeof WordingWithExample>

const Template = Type.Object({
  template: Text,
  language: SupportedLanguage,
  wording: Wording,
  /** What the product writes. */
  standard: Wording,
  isOwn: Type.Boolean(),
  /** `isRequired`: a credential that the text has to show. */
  variables: Type.Array(Type.Object({ name: Text, isRequired: Type.Boolean() })),
  hasButton: Type.Boolean(),
  /** Emails of the outbox whose values can fill the preview, the newest first. */
  examples: Type.Array(Type.Object({ id: Text, to: Text, subject: Text, createdDate: Text })),
})

export const emailTemplatesApi = operations({
  listEmailTemplates: {
    method: 'GET',
    path: '/api/email-templates',
    summary: 'List the emails that the site sends, and which are in words of its own',
    ...read,
    reply: Type.Object({
      templates: Type.Array(
        Type.Object({ template: Text, domain: Text, optionalKind: Type.Optional(Text), ownLanguages: Type.Array(SupportedLanguage), subject: Text }),
      ),
    }),
    refuses: [],
  },
  getEmailTemplate: {
    method: 'GET',
    path: '/api/email-templates/{template}/{language}',
    summary: 'Get the words of an email, its variables and examples',
    ...read,
    params: Named,
    reply: Type.Object({ template: Template }),
    refuses: ['NOT_FOUND'],
  },
  updateEmailTemplate: {
    method: 'PUT',
    path: '/api/email-templates/{template}/{language}',
    summary: 'Save the words of an email',
    ...change,
    params: Named,
    body: Wording,
    reply: Type.Object({ template: Template }),
    refuses: ['NOT_FOUND', 'UNKNOWN_EMAIL_VARIABLE', 'MISSING_EMAIL_VARIABLE'],
  },
  resetEmailTemplate: {
    method: 'DELETE',
    path: '/api/email-templates/{template}/{language}',
    summary: 'Return to the words that the product writes',
    ...change,
    params: Named,
    reply: Type.Object({ template: Template }),
    refuses: ['NOT_FOUND'],
  },
  previewEmailTemplate: {
    method: 'POST',
    path: '/api/email-templates/{template}/{language}/preview',
    summary: 'Preview an email with values of a real one',
    ...read,
    params: Named,
    body: WordingWithExample,
    reply: Type.Object({ subject: Text, html: Text, text: Text }),
    refuses: ['NOT_FOUND', 'UNKNOWN_EMAIL_VARIABLE', 'MISSING_EMAIL_VARIABLE'],
  },
  testEmailTemplate: {
    method: 'POST',
    path: '/api/email-templates/{template}/{language}/test',
    summary: 'Send the preview of an email to an address',
    ...change,
    params: Named,
    body: Type.Object({ ...WordingWithExample.properties, to: Type.String({ format: 'email', maxLength: 254 }) }),
    reply: Type.Object({}),
    refuses: ['NOT_FOUND', 'UNKNOWN_EMAIL_VARIABLE', 'MISSING_EMAIL_VARIABLE'],
  },
})
