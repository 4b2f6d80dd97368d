import { defineRefusals } from '#kit/api/refusal.ts'

export const { kinds, refuse } = defineRefusals({
  ALREADY_SET_UP: {
    status: 409,
    message: 'This server already has a site. Sign in to its dashboard.',
    de: 'Auf diesem Server gibt es schon eine Website. Melde dich in ihrem Dashboard an.',
  },
  SETUP_CODE_INVALID: {
    status: 403,
    message: 'Open the link that the server printed when it started, or copy the code at its end.',
    de: 'Öffne den Link, den der Server beim Start ausgegeben hat, oder kopiere den Code an seinem Ende.',
  },
})
