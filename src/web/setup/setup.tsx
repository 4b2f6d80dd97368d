/** First start: creates the owner and the site with its time zone and currency, or brings a site from another server. */
import { useState } from 'react'
import { ApiError, call, useApiQuery } from '../api.ts'
import { buttonClass } from '../kit/button.tsx'
import { useDraft } from '../kit/draft.ts'
import { Form, FormField } from '../kit/form.tsx'
import { Scene } from '../kit/picture.tsx'
import { useTitle } from '../kit/page.tsx'
import { LanguageChoice } from '../kit/language-choice.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { pageLanguage } from '../language.ts'
import { formatDay, visitorZone } from '../kit/days.ts'
import { toZoneChoices } from '../kit/zone-choices.ts'
import { ImportSite } from './import-site.tsx'

const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'CAD', 'AUD', 'NZD', 'JPY', 'ILS', 'BRL', 'MXN', 'INR', 'ZAR']
const listTimeZones = (): string[] => {
  const all = Intl.supportedValuesOf?.('timeZone') ?? []
  const mine = visitorZone()
  return [...new Set([mine, 'UTC', ...all])]
}

const messages = defineMessages(
  {
    title: 'Set up your site',
    done: 'This site is already set up',
    dashboard: 'Go to the dashboard',
    welcome: 'Welcome to Atrium',
    lead: 'It takes a minute. You can change everything later.',
    form: 'Set up',
    create: 'Create site',
    you: 'You',
    yourName: 'Your name',
    email: 'Email',
    password: 'Password',
    passwordHint: 'At least 8 characters.',
    business: 'Your business',
    name: 'Name',
    zone: 'Time zone',
    currency: 'Currency',
    week: 'Week starts on',
    start: 'Starting point',
    sample: 'Start with a sample studio',
    sampleHint: 'Yoga and movement: classes, a course, one-to-one lessons, plans and members.',
    practice: 'Start with a sample practice',
    practiceHint: 'Physiotherapy and massage: five people, rooms, visits of several services, and a year of bookings.',
    empty: 'Start empty',
    emptyHint: 'Just your name and settings.',
    server: 'This server',
    code: 'Setup code',
    codeHint: 'The last part of the setup link the server printed when it started.',
    address: 'Site address',
    addressHint: 'Links in emails point here.',
    bring: 'Move a site from another server',
    fresh: 'Set up a new site instead',
  },
  {
    de: {
      title: 'Website einrichten',
      done: 'Diese Website ist schon eingerichtet',
      dashboard: 'Zum Dashboard',
      welcome: 'Willkommen! Richte deine Website ein.',
      lead: 'Dauert etwa eine Minute. Du kannst alles später ändern.',
      form: 'Einrichten',
      create: 'Website erstellen',
      you: 'Dein Konto',
      yourName: 'Dein Name',
      email: 'E-Mail',
      password: 'Passwort',
      passwordHint: 'Mindestens 8 Zeichen.',
      business: 'Dein Betrieb',
      name: 'Name',
      zone: 'Zeitzone',
      currency: 'Währung',
      week: 'Die Woche beginnt am',
      start: 'Erste Inhalte',
      sample: 'Mit Beispielstudio beginnen',
      sampleHint: 'Yoga und Bewegung: Kurse, eine Kursreihe, Einzelstunden, Tarife und Mitglieder.',
      practice: 'Mit Beispielpraxis beginnen',
      practiceHint: 'Physiotherapie und Massage: fünf Personen, Räume, Besuche mit mehreren Angeboten und ein Jahr voller Buchungen.',
      empty: 'Leer beginnen',
      emptyHint: 'Ohne Angebote, Tarife und Mitglieder.',
      server: 'Dieser Server',
      code: 'Einrichtungscode',
      codeHint: 'Das Ende des Links, den der Server beim Start ausgibt. Er weist dich als Betreiber aus.',
      address: 'Adresse der Website',
      addressHint: 'Links in E-Mails führen hierhin. Ändere sie, wenn die Website unter einer anderen Adresse erreichbar ist.',
      bring: 'Website von einem anderen Server umziehen',
      fresh: 'Stattdessen neu einrichten',
    },
    fr: {
      title: 'Créer votre site',
      done: 'Ce site est déjà créé',
      dashboard: 'Aller au tableau de bord',
      welcome: 'Bienvenue sur Atrium',
      lead: 'Cela prend une minute. Vous pourrez tout modifier plus tard.',
      form: 'Création du site',
      create: 'Créer le site',
      you: 'Vous',
      yourName: 'Votre nom',
      email: 'E-mail',
      password: 'Mot de passe',
      passwordHint: 'Au moins 8 caractères.',
      business: 'Votre activité',
      name: 'Nom',
      zone: 'Fuseau horaire',
      currency: 'Devise',
      week: 'La semaine commence le',
      start: 'Point de départ',
      sample: 'Commencer avec un studio d’exemple',
      sampleHint: 'Yoga et mouvement, en anglais : cours, cycle de cours, séances individuelles, formules et membres.',
      practice: 'Commencer avec un cabinet d’exemple',
      practiceHint: 'Kinésithérapie et massage, en anglais : cinq personnes, des salles, des visites de plusieurs prestations et un an de réservations.',
      empty: 'Commencer à vide',
      emptyHint: 'Seulement votre nom et vos réglages.',
      server: 'Ce serveur',
      code: 'Code d’installation',
      codeHint: 'La fin du lien d’installation que le serveur affiche à son démarrage.',
      address: 'Adresse du site',
      addressHint: 'Les liens des e-mails mènent ici.',
      bring: 'Transférer un site depuis un autre serveur',
      fresh: 'Créer plutôt un nouveau site',
    },
    es: {
      title: 'Crear tu sitio',
      done: 'Este sitio ya está creado',
      dashboard: 'Ir al panel',
      welcome: 'Te damos la bienvenida a Atrium',
      lead: 'Se tarda un minuto. Podrás cambiarlo todo más adelante.',
      form: 'Creación del sitio',
      create: 'Crear el sitio',
      you: 'Tú',
      yourName: 'Tu nombre',
      email: 'Correo',
      password: 'Contraseña',
      passwordHint: 'Al menos 8 caracteres.',
      business: 'Tu negocio',
      name: 'Nombre',
      zone: 'Zona horaria',
      currency: 'Moneda',
      week: 'La semana empieza el',
      start: 'Punto de partida',
      sample: 'Empezar con un estudio de ejemplo',
      sampleHint: 'Yoga y movimiento, en inglés: clases, un curso, sesiones individuales, planes y miembros.',
      practice: 'Empezar con una consulta de ejemplo',
      practiceHint: 'Fisioterapia y masaje, en inglés: cinco personas, salas, visitas de varios servicios y un año de reservas.',
      empty: 'Empezar de cero',
      emptyHint: 'Solo tu nombre y tus ajustes.',
      server: 'Este servidor',
      code: 'Código de instalación',
      codeHint: 'El final del enlace de instalación que muestra el servidor al arrancar.',
      address: 'Dirección del sitio',
      addressHint: 'Los enlaces de los correos llevan aquí.',
      bring: 'Traer un sitio de otro servidor',
      fresh: 'Crear un sitio nuevo',
    },
  },
)

/** Shows an invalid set-up code at its field. */
const moveErrorToCodeField = (error: unknown): unknown =>
  error instanceof ApiError && error.code === 'SETUP_CODE_INVALID'
    ? new ApiError(error.status, error.message, { code: error.code, violations: [{ field: 'token', description: error.message }] })
    : error

type ToField = ReturnType<typeof useSetUp>['field']
function BusinessFields({ field }: { field: ToField }) {
  const t = useMessages(messages)
  const language = pageLanguage()
  return (
    <div className="card stack">
      <h2 style={{ fontSize: '1.2rem' }}>{t.business}</h2>
      <FormField {...field('siteName')} label={t.name} placeholder="Studio Linden" autoComplete="organization" required maxLength={100} />
      <div className="grid-2">
        <FormField {...field('timeZone')} label={t.zone} type="select" required options={toZoneChoices(listTimeZones())} />
        <FormField {...field('currency')} label={t.currency} type="select" required options={currencies.map((one) => ({ value: one, label: one }))} />
        <FormField
          {...field('weekStartsOn')}
          label={t.week}
          type="select"
          required
          options={Array.from({ length: 7 }, (_, day) => ({
            value: String(day),
            // 4 January 1970 was a Sunday.
            label: formatDay(`1970-01-${String(4 + day).padStart(2, '0')}`, language, { weekday: 'long' }),
          }))}
        />
      </div>
    </div>
  )
}

/** A sample, or nothing. */
type SampleChoice = 'studio' | 'practice' | ''

function StartChoice({ value, onChange }: { value: SampleChoice; onChange: (sample: SampleChoice) => void }) {
  const t = useMessages(messages)
  return (
    <fieldset className="card" style={{ border: 0, margin: 0 }}>
      <legend className="sr">{t.start}</legend>
      {(
        [
          ['studio', t.sample, t.sampleHint],
          ['practice', t.practice, t.practiceHint],
          ['', t.empty, t.emptyHint],
        ] as const
      ).map(([choice, label, hint]) => (
        <label className="check" key={choice}>
          <input type="radio" name="sample" checked={choice === value} onChange={() => onChange(choice)} />
          <span>
            <span className="strong">{label}</span>
            <br />
            <span className="dim small">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const initialDraft = {
  ownerName: '',
  email: '',
  siteName: '',
  timeZone: visitorZone(),
  currency: 'EUR',
  weekStartsOn: '1',
  sample: 'studio',
  siteAddress: location.origin,
}

/** What is typed, and what creates the site and signs its owner in. */
function useSetUp() {
  const language = pageLanguage()
  const state = useApiQuery('setup.getSetup')
  // Choosing another language begins the page again: secrets aside, what was typed stays.
  const kept = useDraft('set-up', initialDraft)
  const [secrets, setSecrets] = useState(() => ({ password: '', token: location.hash.slice(1) }))
  const draft = { ...kept.fields, ...secrets }
  const [hasCode] = useState(draft.token !== '')
  const field = (key: keyof typeof draft) => ({
    name: key,
    value: draft[key],
    onChange: (value: string) => (key === 'password' || key === 'token' ? setSecrets((old) => ({ ...old, [key]: value })) : kept.change({ [key]: value })),
  })
  const create = async () => {
    const { siteAddress, ...rest } = draft
    await call('setup.setUp', {
      body: {
        ...rest,
        token: draft.token.trim(),
        // Left out when the configuration sets the address.
        ...(state.data?.address ? {} : { siteAddress: siteAddress.trim() }),
        // The site starts in the language of this page.
        language,
        ownerName: draft.ownerName.trim(),
        email: draft.email.trim(),
        siteName: draft.siteName.trim(),
        weekStartsOn: Number(draft.weekStartsOn),
        sample: (draft.sample as SampleChoice) || false,
      },
    }).catch((error: unknown) => {
      throw moveErrorToCodeField(error)
    })
    // Sign the new owner in.
    await call('collaborators.signInOwner', { body: { email: draft.email.trim(), password: draft.password } }).catch(() => undefined)
    kept.clear()
    location.assign('/dashboard')
  }
  return { draft, state, create, field, hasCode }
}

function SetUpForm({ setUp }: { setUp: ReturnType<typeof useSetUp> }) {
  const t = useMessages(messages)
  return (
    <Form label={t.form} submit={t.create} onSubmit={setUp.create} explain={(error) => (error.code === 'SETUP_CODE_INVALID' ? error.message : undefined)}>
      <div className="card stack">
        <h2 style={{ fontSize: '1.2rem' }}>{t.you}</h2>
        <FormField {...setUp.field('ownerName')} label={t.yourName} autoComplete="name" required maxLength={100} />
        <FormField {...setUp.field('email')} label={t.email} type="email" autoComplete="username" inputMode="email" required maxLength={254} />
        <FormField {...setUp.field('password')} label={t.password} hint={t.passwordHint} type="password" autoComplete="new-password" required maxLength={128} />
      </div>
      <BusinessFields field={setUp.field} />
      {(!setUp.hasCode || setUp.state.data?.address === null) && (
        <div className="card stack">
          <h2 style={{ fontSize: '1.2rem' }}>{t.server}</h2>
          {!setUp.hasCode && <FormField {...setUp.field('token')} label={t.code} hint={t.codeHint} autoComplete="off" required maxLength={200} />}
          {setUp.state.data?.address === null && (
            <FormField {...setUp.field('siteAddress')} label={t.address} hint={t.addressHint} inputMode="url" required maxLength={300} />
          )}
        </div>
      )}
      <StartChoice value={setUp.draft.sample as SampleChoice} onChange={setUp.field('sample').onChange} />
    </Form>
  )
}

export function SetUp() {
  const t = useMessages(messages)
  useTitle(t.title)
  const setUp = useSetUp()
  const [isBringing, setBringing] = useState(false)
  const [isBrought, setBrought] = useState(false)
  return (
    <main className="page page-narrow">
      <div style={{ borderRadius: 26, overflow: 'hidden', marginBottom: 28 }}>
        <Scene seed={setUp.draft.siteName || 'Atrium'} ratio="16 / 5" />
      </div>
      {setUp.state.data?.needed === false ? (
        <div className="card stack">
          <h1>{t.done}</h1>
          <p>
            <a href="/dashboard">{t.dashboard}</a>
          </p>
        </div>
      ) : (
        <>
          {!isBrought && (
            <>
              <h1>{t.welcome}</h1>
              <p className="lead" style={{ marginBottom: 24 }}>
                {t.lead}
              </p>
            </>
          )}
          {isBringing ? <ImportSite code={setUp.hasCode ? setUp.draft.token : ''} onDone={() => setBrought(true)} /> : <SetUpForm setUp={setUp} />}
          {!isBrought && (
            <p style={{ marginTop: 24 }}>
              <button type="button" className={buttonClass({ variant: 'default' })} onClick={() => setBringing(!isBringing)}>
                {isBringing ? t.fresh : t.bring}
              </button>
            </p>
          )}
          <div style={{ marginTop: 24 }}>
            <LanguageChoice />
          </div>
        </>
      )}
    </main>
  )
}
