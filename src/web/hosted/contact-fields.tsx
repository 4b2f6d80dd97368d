/** Fields that the forms of a booking, of a visit and of the waitlist share: who comes, and how many. */
import { FormField } from '../kit/form.tsx'
import { currentMessages, defineMessages, useMessages } from '../kit/messages.ts'
import type { Service } from '../site/catalog.ts'

const messages = defineMessages(
  {
    first: 'First name',
    last: 'Last name',
    phone: 'Phone',
    confirmation: 'We’ll send your confirmation here.',
    email: 'Email',
    people: 'Number of people',
    onlyLeft: (count: number) => (count === 1 ? 'Only 1 spot left' : `Only ${count} spots left`),
    tooMany: (count: number) => `not enough spots left for ${count} people`,
    enterFirst: 'enter your first name',
    enterEmail: 'enter a valid email address',
  },
  {
    de: {
      first: 'Vorname',
      last: 'Nachname',
      phone: 'Telefon',
      confirmation: 'Dorthin senden wir deine Bestätigung.',
      email: 'E-Mail',
      people: 'Personen',
      onlyLeft: (count) => (count === 1 ? 'Nur noch 1 Platz frei' : `Nur noch ${count} Plätze frei`),
      tooMany: (count) => `für ${count} Personen sind nicht genug Plätze frei`,
      enterFirst: 'gib deinen Vornamen ein',
      enterEmail: 'gib deine E-Mail-Adresse ein, zum Beispiel anna@example.com',
    },
    fr: {
      first: 'Prénom',
      last: 'Nom',
      phone: 'Téléphone',
      confirmation: 'Nous y enverrons votre confirmation.',
      email: 'E-mail',
      people: 'Nombre de personnes',
      onlyLeft: (count) => (count < 2 ? 'Il ne reste qu’une place' : `Il ne reste que ${count} places`),
      tooMany: (count) => `il ne reste pas assez de places pour ${count} personnes`,
      enterFirst: 'saisissez votre prénom',
      enterEmail: 'saisissez une adresse e-mail valide, par exemple anna@example.com',
    },
    es: {
      first: 'Nombre',
      last: 'Apellidos',
      phone: 'Teléfono',
      confirmation: 'Ahí te enviaremos la confirmación.',
      email: 'Correo',
      people: 'Número de personas',
      onlyLeft: (count) => (count === 1 ? 'Solo queda 1 plaza' : `Solo quedan ${count} plazas`),
      tooMany: (count) => `no quedan plazas suficientes para ${count} personas`,
      enterFirst: 'escribe tu nombre',
      enterEmail: 'escribe un correo válido, por ejemplo anna@example.com',
    },
  },
)

interface FieldProps {
  value: string
  onChange: (value: string) => void
}

export function FirstNameField({ value, onChange }: FieldProps) {
  const t = useMessages(messages)
  return <FormField name="firstName" label={t.first} autoComplete="given-name" required value={value} onChange={onChange} maxLength={100} />
}

export function EmailField({ value, onChange, hint }: FieldProps & { hint: string }) {
  const t = useMessages(messages)
  return (
    <FormField
      name="email"
      label={t.email}
      hint={hint}
      type="email"
      autoComplete="email"
      inputMode="email"
      required
      value={value}
      onChange={onChange}
      maxLength={254}
    />
  )
}

interface ContactFieldsProps {
  fields: { first: string; last: string; email: string; phone: string }
  change: (to: Partial<ContactFieldsProps['fields']>) => void
}
/** Name, email and phone of who books. */
export function ContactFields({ fields: { first, last, email, phone }, change }: ContactFieldsProps) {
  const t = useMessages(messages)
  return (
    <>
      <div className="fields-2">
        <FirstNameField value={first} onChange={(to) => change({ first: to })} />
        <FormField name="lastName" label={t.last} autoComplete="family-name" value={last} onChange={(to) => change({ last: to })} maxLength={100} />
      </div>
      <EmailField value={email} hint={t.confirmation} onChange={(to) => change({ email: to })} />
      <FormField
        name="phone"
        label={t.phone}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        value={phone}
        onChange={(to) => change({ phone: to })}
        maxLength={50}
      />
    </>
  )
}

interface ParticipantsFieldProps extends FieldProps {
  /** How many the service allows. */
  max: number
  /** How many there is room for, where it is less than that. */
  left?: number | undefined
}
/** Absent where the service lets only one person be booked. */
export function ParticipantsField({ value, onChange, max, left }: ParticipantsFieldProps) {
  const t = useMessages(messages)
  if (max < 2) return null
  const options = Array.from({ length: left ?? max }, (_, n) => ({ value: String(n + 1), label: String(n + 1) }))
  const hint = left === undefined ? undefined : t.onlyLeft(left)
  return <FormField name="totalParticipants" label={t.people} hint={hint} required type="select" value={value} onChange={onChange} options={options} />
}

const mostPeopleInForm = 20
/** How many people one booking of the service may hold. */
export const maxParticipants = ({ type, bookingPolicy }: Service): number =>
  type === 'APPOINTMENT' ? 1 : Math.max(1, Math.min(bookingPolicy?.participantsPolicy?.maxParticipantsPerBooking ?? 1, mostPeopleInForm))

/** The entered number where the service allows it, else one person. */
export const allowedParticipants = (entered: string, max: number): string => (Number(entered) > 0 && Number(entered) <= max ? entered : '1')

/** Fewer people can come than were to be booked. */
export const tooManyViolation = (people: string) => ({ field: 'totalParticipants', description: currentMessages(messages).tooMany(Number(people)) })

/** What is missing in name and email, for the form to show at the fields. */
export function findContactViolations({ first, email }: { first: string; email: string }): { field: string; description: string }[] {
  const t = currentMessages(messages)
  const violations = []
  if (!first.trim()) violations.push({ field: 'firstName', description: t.enterFirst })
  if (!/^\S+@\S+\.\S+$/.test(email.trim())) violations.push({ field: 'email', description: t.enterEmail })
  return violations
}
