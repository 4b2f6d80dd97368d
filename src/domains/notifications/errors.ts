import { defineRefusals } from '#kit/api/refusal.ts'

/** Every refusal of this domain. Source: guide bookings §20.4. */
export const { kinds, codes, refuse } = defineRefusals({
  UNKNOWN_EMAIL_VARIABLE: {
    status: 400,
    message: 'This email has no variable called {names}.',
    de: 'Diese E-Mail hat keine Variable {names}.',
    fr: 'Cet e-mail n’a pas de variable {names}.',
    es: 'Este correo no tiene ninguna variable {names}.',
  },
  MISSING_EMAIL_VARIABLE: {
    status: 400,
    message: 'The text must contain {names}: this email doesn’t work without it.',
    de: 'Der Text muss {names} enthalten, sonst funktioniert diese E-Mail nicht.',
    fr: 'Le texte doit contenir {names} : cet e-mail ne fonctionne pas sans.',
    es: 'El texto debe contener {names}: este correo no funciona sin ello.',
  },
  EMAIL_HAS_SECRET: {
    status: 428,
    message: 'This email held a code or link that is no longer stored, so it can’t be sent again.',
    de: 'Diese E-Mail enthielt einen Code oder Link, der nicht mehr gespeichert ist. Sie kann nicht noch einmal gesendet werden.',
    fr: 'Cet e-mail contenait un code ou un lien qui n’est plus conservé. Il ne peut pas être renvoyé.',
    es: 'Este correo contenía un código o un enlace que ya no se guarda. No se puede volver a enviar.',
  },
  EMAIL_IS_QUEUED: {
    status: 428,
    message: 'This email is already waiting to be sent.',
    de: 'Diese E-Mail wartet schon auf den Versand.',
    fr: 'Cet e-mail attend déjà d’être envoyé.',
    es: 'Este correo ya está esperando su envío.',
  },
})
