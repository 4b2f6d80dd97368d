/** Data export and account deletion. */
import { type ReactNode, useState } from 'react'
import { ApiError, call, errorMessage, queryClient, useApiQuery } from '../../api.ts'
import { saveTokens } from '../../auth.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Form, FormField, throwInvalid } from '../../kit/form.tsx'
import { ErrorState, Note, Skeletons } from '../../kit/states.tsx'
import { When } from '../../kit/when.tsx'
import { useMessages, defineMessages } from '../../kit/messages.ts'
import { useMyBookings, useMyOrders } from '../member-data.ts'
import { downloadJson } from '../../kit/download-file.ts'

const messages = defineMessages(
  {
    title: 'My data',
    all: 'Everything we store about you, in one file.',
    download: 'Download my data',
    file: (day: string) => `my-data-${day}.json`,
    leave: 'Delete my account',
    ask: 'Delete your account?',
    form: 'Delete your account',
    keep: 'Keep my account',
    means: 'You’ll be signed out everywhere and lose access. After 30 days, your profile and data are permanently deleted.',
    plansEnd: 'These plans end now, and unused credits are lost:',
    bookingsEnd: 'These bookings are cancelled where the cancellation policy allows:',
    booking: (title: string, when: ReactNode) => (
      <>
        {title}, {when}
      </>
    ),
    receipts: 'We keep receipts, without your profile, as required by law.',
    password: 'Password',
    missing: 'enter your password',
    wrong: 'this password is incorrect',
  },
  {
    de: {
      title: 'Meine Daten',
      all: 'Lade alle über dich gespeicherten Daten als Datei herunter.',
      download: 'Meine Daten herunterladen',
      file: (day) => `meine-daten-${day}.json`,
      leave: 'Mein Konto löschen',
      ask: 'Dein Konto löschen?',
      form: 'Dein Konto löschen',
      keep: 'Konto behalten',
      means: 'Du wirst überall abgemeldet und kannst dich nicht mehr anmelden. Nach 30 Tagen werden dein Profil und deine Daten endgültig gelöscht.',
      plansEnd: 'Diese Tarife enden sofort, übrige Besuche verfallen:',
      bookingsEnd: 'Diese Buchungen werden abgesagt, soweit die Buchungsregeln es erlauben:',
      booking: (title, when) => (
        <>
          {title}, {when}
        </>
      ),
      receipts: 'Belege müssen wir aus gesetzlichen Gründen aufbewahren, ohne dein Profil.',
      password: 'Passwort',
      missing: 'gib dein Passwort ein',
      wrong: 'das Passwort ist falsch',
    },
    fr: {
      title: 'Mes données',
      all: 'Toutes les données que nous conservons sur vous, dans un seul fichier.',
      download: 'Télécharger mes données',
      file: (day) => `mes-donnees-${day}.json`,
      leave: 'Supprimer mon compte',
      ask: 'Supprimer votre compte ?',
      form: 'Supprimer votre compte',
      keep: 'Conserver mon compte',
      means:
        'Tous vos appareils seront déconnectés et vous n’aurez plus accès à votre compte. Après 30 jours, votre profil et vos données seront définitivement supprimés.',
      plansEnd: 'Ces formules prennent fin immédiatement et les séances restantes sont perdues :',
      bookingsEnd: 'Ces réservations sont annulées si les conditions de réservation le permettent :',
      booking: (title, when) => (
        <>
          {title}, {when}
        </>
      ),
      receipts: 'La loi nous oblige à conserver les reçus, sans votre profil.',
      password: 'Mot de passe',
      missing: 'saisissez votre mot de passe',
      wrong: 'ce mot de passe est incorrect',
    },
    es: {
      title: 'Mis datos',
      all: 'Todos los datos que guardamos sobre ti, en un solo archivo.',
      download: 'Descargar mis datos',
      file: (day) => `mis-datos-${day}.json`,
      leave: 'Eliminar mi cuenta',
      ask: '¿Eliminar tu cuenta?',
      form: 'Eliminar tu cuenta',
      keep: 'Conservar mi cuenta',
      means: 'Se cerrará tu sesión en todos los dispositivos y perderás el acceso. Después de 30 días, tu perfil y tus datos se eliminarán definitivamente.',
      plansEnd: 'Estos planes terminan ahora y se pierden las sesiones restantes:',
      bookingsEnd: 'Estas reservas se cancelan si las condiciones de reserva lo permiten:',
      booking: (title, when) => (
        <>
          {title}, {when}
        </>
      ),
      receipts: 'Conservamos los recibos, sin tu perfil, porque la ley lo exige.',
      password: 'Contraseña',
      missing: 'escribe tu contraseña',
      wrong: 'esta contraseña es incorrecta',
    },
  },
)

export function MyData() {
  const t = useMessages(messages)
  const [busy, setBusy] = useState(false),
    [problem, setProblem] = useState(''),
    [isDeleting, setDeleting] = useState(false)
  const download = async () => {
    setBusy(true)
    setProblem('')
    try {
      const data = await call('members.downloadMyData')
      downloadJson(data, t.file(data.writtenDate.slice(0, 10)))
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="card stack" aria-labelledby="data-title">
      <div>
        <h2 className="card-title" id="data-title">
          {t.title}
        </h2>
        <p className="dim">{t.all}</p>
      </div>
      {problem ? (
        <Note tone="bad" role="alert">
          {problem}
        </Note>
      ) : null}
      <div className="row">
        <Button variant="light" busy={busy} onClick={() => void download()}>
          {t.download}
        </Button>
        <Button variant="default" onClick={() => setDeleting(true)}>
          {t.leave}
        </Button>
      </div>
      {isDeleting ? <DeleteAccountDialog onClose={() => setDeleting(false)} /> : null}
    </section>
  )
}

/** Lists what ends with the account, then asks for the password. */
function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(messages)
  const signIn = useApiQuery('identity.getMySignIn')
  const orders = useMyOrders()
  const bookings = useMyBookings()
  const [password, setPassword] = useState('')
  const failure = signIn.error ?? orders.error ?? bookings.error
  const plans = (orders.data?.orders ?? []).filter(({ status }) => ['ACTIVE', 'PENDING', 'PAUSED'].includes(status))
  const upcoming = (bookings.data?.extendedBookings ?? []).filter(
    ({ booking }) => ['CONFIRMED', 'PENDING', 'WAITING_LIST'].includes(booking.status) && Date.parse(booking.startDate) > Date.now(),
  )
  const deleteAccount = async () => {
    if (signIn.data?.hasPassword) {
      if (!password) throwInvalid([{ field: 'currentPassword', description: t.missing }])
      try {
        await call('identity.confirmPassword', { body: { currentPassword: password } })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED') throwInvalid([{ field: 'currentPassword', description: t.wrong }])
        throw error
      }
    }
    await call('members.deleteMyMember', { query: {} })
    saveTokens(undefined)
    queryClient.clear()
    location.assign('/signed-out')
  }
  return (
    <Dialog title={t.ask} onClose={onClose}>
      {failure ? (
        <ErrorState error={failure} />
      ) : signIn.isPending || orders.isPending || bookings.isPending ? (
        <Skeletons kind="text" />
      ) : (
        <Form
          label={t.form}
          submit={t.leave}
          actions={
            <Button variant="default" onClick={onClose} data-autofocus>
              {t.keep}
            </Button>
          }
          onSubmit={deleteAccount}
          explain={(error) => error.violations.find(({ ruleName }) => ruleName)?.description ?? error.message}
        >
          <div className="stack-s">
            <p>{t.means}</p>
            {plans.length > 0 ? (
              <>
                <p className="strong">{t.plansEnd}</p>
                <ul>
                  {plans.map((order) => (
                    <li key={order.id}>{order.planName}</li>
                  ))}
                </ul>
              </>
            ) : null}
            {upcoming.length > 0 ? (
              <>
                <p className="strong">{t.bookingsEnd}</p>
                <ul>
                  {upcoming.map(({ booking }) => (
                    <li key={booking.id}>{t.booking(booking.bookedEntity.title ?? '', <When at={booking.startDate} />)}</li>
                  ))}
                </ul>
              </>
            ) : null}
            <p className="small dim">{t.receipts}</p>
          </div>
          {signIn.data?.hasPassword ? (
            <FormField
              name="currentPassword"
              label={t.password}
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={setPassword}
            />
          ) : null}
        </Form>
      )}
    </Dialog>
  )
}
