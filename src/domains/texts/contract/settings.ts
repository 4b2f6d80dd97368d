/** Which text messages are sent, in which words, and when. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { SupportedLanguage } from '#kit/api/wire.ts'

const Text = Type.String()
const owner = { owner: 'any' } as const
const change = { access: owner, permission: 'SITES.MANAGE_MESSAGES', internal: true } as const
const Template = Type.Enum(['booking-reminder', 'booking-confirmed', 'booking-rescheduled', 'booking-canceled', 'waitlist-offer'])
const Named = Type.Object({ template: Template, language: SupportedLanguage })
const Time = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })
/** Wall times of the site; `until` before `from` means the next morning. */
const QuietHours = Type.Object({ isOn: Type.Boolean(), from: Time, until: Time })
const TextTemplate = Type.Object({
  template: Template,
  isOn: Type.Boolean(),
  wordings: Type.Array(Type.Object({ language: SupportedLanguage, wording: Text, standard: Text, isOwn: Type.Boolean() })),
})
const TextSettings = Type.Object({
  /** Whether a provider is connected: without one nothing is sent. */
  isConnected: Type.Boolean(),
  quietHours: QuietHours,
  templates: Type.Array(TextTemplate),
  /** Names that may stand between braces, with made-up values for the preview. */
  variables: Type.Array(Type.Object({ name: Text, sample: Text })),
})

export const textSettingsApi = operations({
  getTextSettings: {
    method: 'GET',
    path: '/api/text-settings',
    summary: 'Get which text messages are sent, in which words, and when',
    access: owner,
    permission: 'MEMBERS.MEMBER_READ',
    internal: true,
    work: 'read',
    reply: Type.Object({ settings: TextSettings }),
    refuses: [],
  },
  updateTextSettings: {
    method: 'PATCH',
    path: '/api/text-settings',
    summary: 'Turn text messages on or off, and set the quiet hours',
    ...change,
    body: Type.Object({
      switches: Type.Optional(
        Type.Object({
          'booking-reminder': Type.Optional(Type.Boolean()),
          'booking-confirmed': Type.Optional(Type.Boolean()),
          'booking-rescheduled': Type.Optional(Type.Boolean()),
          'booking-canceled': Type.Optional(Type.Boolean()),
          'waitlist-offer': Type.Optional(Type.Boolean()),
        }),
      ),
      quietHours: Type.Optional(QuietHours),
    }),
    reply: Type.Object({ settings: TextSettings }),
    refuses: [],
  },
  updateTextWording: {
    method: 'PUT',
    path: '/api/text-settings/{template}/{language}',
    summary: 'Save the words of a text message',
    ...change,
    params: Named,
    body: Type.Object({ wording: Type.String({ minLength: 1, maxLength: 600, pattern: '\\S' }) }),
    reply: Type.Object({ settings: TextSettings }),
    refuses: ['UNKNOWN_TEXT_VARIABLE'],
  },
  resetTextWording: {
    method: 'DELETE',
    path: '/api/text-settings/{template}/{language}',
    summary: 'Return to the words that the product writes',
    ...change,
    params: Named,
    reply: Type.Object({ settings: TextSettings }),
    refuses: [],
  },
})
